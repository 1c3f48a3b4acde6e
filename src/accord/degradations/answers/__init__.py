"""Degradations of answers: every record in a module of this folder is one."""
