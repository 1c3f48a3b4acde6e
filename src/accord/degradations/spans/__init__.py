"""Degradations of spans: every record in a module of this folder is one."""
