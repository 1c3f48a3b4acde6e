"""Degradations of relations: every record in a module of this folder is one."""
