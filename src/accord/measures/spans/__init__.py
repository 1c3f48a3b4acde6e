"""Measures of spans: one module per family. Every module here is searched for measures."""
