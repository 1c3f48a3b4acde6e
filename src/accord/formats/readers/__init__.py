"""One module per format: what it can, declared in capitals (`accord.formats.declared`), `sniff`, and what reads it.

A table has `read(path, options) -> annotations`. The export of a tool, which may be many files, has ANNOTATOR_FROM and
`gather(source, into, options)`, called for each file. `write(campaign, path)` gives the bytes of each file. Modules are
found by scanning this folder. They import their libraries inside these functions, so that scanning is cheap.
"""
