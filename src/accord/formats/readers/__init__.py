"""One module per format: NAME, DESCRIPTION, `sniff(path) -> confidence`, and what reads it; `write` where it can carry.

A table has `read(path, options) -> annotations`. The export of a tool, which may be many files, has ANNOTATOR_FROM and
`gather(source, into, options)`, called for each file. Modules are found by scanning this folder. They import their
libraries inside these functions, so that scanning is cheap.
"""
