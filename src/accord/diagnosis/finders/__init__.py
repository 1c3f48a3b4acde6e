"""Findings that need nothing but the data: every finder in a module of this folder is asked."""
