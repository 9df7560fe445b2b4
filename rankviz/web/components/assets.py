"""How the browser gets the page's code: once, from an address, instead of with every change of its data.

Streamlit sends the text of a component's JavaScript along with each new data. So that text is a few lines which import the real
modules. Streamlit serves the folder of a declared component; the one that is declared here is never mounted. Its name changes
with what is in the folder: a browser may keep each file for good, and modules import each other by relative paths.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import plotly
import streamlit as st
from streamlit.components.v1 import declare_component

from rankviz.browser.part_kinds import COMMON, HERE, Kind, kind_files, main_file

_LOADER = """
const address = (path) => new URL(`FOLDER/${path}`, document.baseURI).href
const kinds = KINDS
for (const kind of Object.values(kinds)) {
  kind.js = address(kind.js)
  kind.css = kind.css.map(address)
}
const assets = { kinds, common: COMMON.map(address) }
for (const path of AHEAD) import(address(path))
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


def _asset_paths(folder: Path = HERE) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in (".js", ".css"))


@cache
def folder_name(folder: Path = HERE) -> str:
    """Return the name under which a folder is served: it changes with the content and names of its scripts and style sheets."""
    digest = sha256()
    for path in _asset_paths(folder):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return f"assets_{digest.hexdigest()[:12]}"


def _loader(main: str, kinds: Mapping[str, Kind]) -> str:
    """Return the text of a module that imports the main module of a folder, and at the same time what that will import."""
    # Otherwise the browser would learn of each module only when it has read the one that imports it.
    folders = {folder for kind in kinds.values() for folder in (kind.folder, *kind.styles)} | {"kit", "tab", main}
    modules = [path.relative_to(HERE) for path in _asset_paths() if path.suffix == ".js"]
    ahead = [path.as_posix() for path in modules if path.parent.as_posix() in folders]
    holes = {
        "FOLDER": f"component/{__name__}.{folder_name()}",
        "KINDS": json.dumps(kind_files(kinds)),
        "COMMON": json.dumps(COMMON),
        "AHEAD": json.dumps(ahead),
        "MAIN": main_file(main, "js"),
    }
    return re.sub("|".join(holes), lambda hole: holes[hole[0]], _LOADER)


class Component:
    """A component whose module is loaded from its URL; call it to mount it or to send it new data.

    Parameters
    ----------
    name : str
    html : str
    main : str
        Folder of the module that draws it.
    kinds : mapping of str to Kind
        Kinds of its parts, by the part's name; None for a component without parts.
    isolate_styles : bool
    """

    def __init__(
        self,
        name: str,
        html: str,
        *,
        main: str,
        kinds: Mapping[str, Kind] | None = None,
        isolate_styles: bool = True,
    ) -> None:
        styles = [HERE / name for name in COMMON] if isolate_styles else []
        styles.append(HERE / main_file(main, "css"))
        self._mount = st.components.v2.component(
            f"rankviz_{name}",
            html=html,
            js=_loader(main, kinds or {}),
            css="".join(style.read_text(encoding="utf-8") for style in styles if style.exists()) or None,
            isolate_styles=isolate_styles,
        )

    def __call__(self, **arguments: Any) -> Any:
        """Mount the component, with the arguments and the result of a component of Streamlit."""
        # Streamlit registers the folder only while a script runs, and each server has to do so.
        declare_component(folder_name(), path=HERE)
        return self._mount(**arguments)


@cache
def plotly_url() -> str:
    """Address, relative to the app's, of the plotly.min.js that the installed plotly package brings.

    Notes
    -----
    Call it while a script runs: only then is the folder of the declared component registered, which is never mounted.
    """
    assets = declare_component("plotly", path=Path(plotly.__file__).parent / "package_data")
    return f"component/{assets.name}/plotly.min.js?v={plotly.__version__}"
