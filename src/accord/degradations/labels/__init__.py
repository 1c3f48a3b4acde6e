"""Degradations of labels: every record in a module of this folder is one."""
