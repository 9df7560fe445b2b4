"""How the browser gets a component's code: once, from an address, instead of with every change of its data.

Streamlit sends the text of a component's JavaScript along with each new data, over 100 KB an edit for this page. So that text
is a few lines which import the real module. Streamlit serves the folder of a declared component; this one is never mounted.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from streamlit.components.v1 import declare_component

HERE = Path(__file__).parent

_LOADER = """
const coming = import(new URL("ADDRESS", document.baseURI))
let loaded = null
coming.then((module) => { loaded = module })
export default function (given) {
  if (loaded) return loaded.default(given)
  let leave = null
  let gone = false
  coming.then((module) => { if (!gone) leave = module.default(given) })
  return () => { gone = true; leave?.() }
}
"""


@cache
def _folder() -> str:
    return declare_component("assets", path=HERE).name


def javascript(name: str) -> str:
    """Text of a module that loads `name`.js; its address changes with its content, so that it can be kept by the browser."""
    version = sha256((HERE / f"{name}.js").read_bytes()).hexdigest()[:12]
    return _LOADER.replace("ADDRESS", f"component/{_folder()}/{name}.js?v={version}")


def css(name: str) -> str:
    """Text of `name`.css."""
    return (HERE / f"{name}.css").read_text(encoding="utf-8")
