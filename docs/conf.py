"""The documentation site: `make docs` builds it into docs/_build without a warning."""

import sys
from importlib.metadata import version as installed
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "accord"
author = "the accord developers"
copyright = "the accord developers, MIT licence"
version = release = installed("accord-iaa")

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "measure_pages",
    "fragments",
    "api_pages",
    "reproducibility_figures",
    "span_figures",
    "relation_figures",
    "sweep_figures",
    "difficulty_figures",
    "admission_figures",
    "atlas_figures",
    "streaming_figures",
    "testbed_figures",
    "room_drawing",
    "markdown_twins",
]
exclude_patterns = ["_build", "jupyter_execute", "**.ipynb_checkpoints"]
nb_execution_mode = "off"  # notebooks are run by `make notebooks`, and by the tests
suppress_warnings = ["mystnb.unknown_mime_type"]  # charts bring HTML beside their Vega-Lite
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
add_module_names = False
python_use_unqualified_type_names = True
maximum_signature_line_length = 88
default_role = "code"
smartquotes = False  # they would turn --option into –option

html_theme = "furo"
html_title = f"accord {release}"
html_static_path = ["_static"]
html_css_files = ["accord.css"]
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}
