"""Charts of the report: each builder makes a figure of a part of the findings, with a sentence and a table.

Specifications are Vega-Lite as plain dictionaries; nothing is computed here but what is drawn.
"""
