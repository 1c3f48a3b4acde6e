"""Reports opened in a browser.

A package, unlike its neighbours, so that a fixture can live as long as its tests: the browser's event loop would be in
the way of tests elsewhere that start one.
"""
