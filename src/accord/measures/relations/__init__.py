"""Measures of agreement on relations: graphs of arguments and of discourse, dependency trees, coreference."""
