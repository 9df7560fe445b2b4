"""How the browser gets the page's code: once, from an address, instead of with every change of its data.

Streamlit sends the text of a component's JavaScript along with each new data. So that text is a few lines which import the real
modules. Streamlit serves the folder of a declared component; this one is never mounted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import plotly
from streamlit.components.v1 import declare_component

HERE = Path(__file__).parent

_LOADER = """
const address = (path) => new URL(path, document.baseURI).href
const assets = ASSETS
for (const kind of Object.values(assets)) {
  kind.js = address(kind.js)
  if (kind.css) kind.css = address(kind.css)
  import(kind.js)
}
const coming = import(address("MAIN"))
let loaded = null
coming.then((module) => { loaded = module })
export default function (given) {
  if (loaded) return loaded.default(given, assets)
  let leave = null
  let gone = false
  coming.then((module) => { if (!gone) leave = module.default(given, assets) })
  return () => { gone = true; leave?.() }
}
"""


@cache
def _folder() -> str:
    return declare_component("assets", path=HERE).name


def _address(part: str, kind: str) -> str:
    """Where a part's script or style sheet is served; it changes with their content, so that the browser can keep it."""
    version = sha256((HERE / part / f"{part}.{kind}").read_bytes()).hexdigest()[:12]
    return f"component/{_folder()}/{part}/{part}.{kind}?v={version}"


def module(main: str, kinds: Mapping[str, tuple[str, bool]]) -> str:
    """Text of a module that loads `main`.js and beside it the modules and style sheets of its parts.

    Parameters
    ----------
    main : str
    kinds : mapping of str to (str, bool)
        Name of a part's module: class of its root element, and whether it has a style sheet of its own.
    """
    assets = {
        name: {"js": _address(name, "js"), "root": root} | ({"css": _address(name, "css")} if styled else {})
        for name, (root, styled) in kinds.items()
    }
    return _LOADER.replace("ASSETS", json.dumps(assets)).replace("MAIN", _address(main, "js"))


@cache
def plotly_url() -> str:
    """Address, relative to the app's, of the plotly.min.js that the installed plotly package brings.

    Notes
    -----
    Call it while a script runs: only then is the folder of the declared component registered, which is never mounted.
    """
    assets = declare_component("plotly", path=Path(plotly.__file__).parent / "package_data")
    return f"component/{assets.name}/plotly.min.js?v={plotly.__version__}"
