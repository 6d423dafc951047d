"""Settings of the documentation's site; `build.py` says where it is read and written."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Desktop Agent"
author = "The Desktop Agent contributors"
project_copyright = author
extensions = ["myst_parser", "directives"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["toc.empty_glob"]  # a folder of pages may still be empty
html_theme = "furo"
html_title = "Desktop Agent"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "monokai"
linkcheck_anchors = False
