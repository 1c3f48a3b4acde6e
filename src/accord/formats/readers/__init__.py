"""One module per format: NAME, DESCRIPTION, `sniff(path) -> confidence`, `read(path, options) -> annotations`.

Modules are found by scanning this folder. They import their libraries inside `read`, so that scanning is cheap.
"""
