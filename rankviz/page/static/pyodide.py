"""Pyodide, which is Python for a reader's browser: its files, and where they are downloaded from."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = "0.28.3"
CORE = f"https://cdn.jsdelivr.net/npm/pyodide@{VERSION}/"
FULL = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"


@dataclass(frozen=True)
class PyodideFile:
    """A file of Pyodide, unchanged, as its project publishes it.

    Parameters
    ----------
    name : str
    folder : str
        Address of its folder, with a slash at the end.
    size : int
        Bytes.
    digest : str
        Its SHA-256.
    """

    name: str
    folder: str
    size: int
    digest: str

    @property
    def address(self) -> str:
        """Address from which the file is downloaded."""
        return self.folder + self.name


PARTS = (
    PyodideFile("pyodide.mjs", CORE, 16347, "635a6da3218fe4e5668da595acfe8b5ce77453d597d602f19a423dd250653441"),
    PyodideFile("pyodide.asm.js", CORE, 1073033, "b22e5831eade9ff10e6fe2c811c68688cd91f10154377b4f80debcf5bafa1e56"),
    PyodideFile("pyodide.asm.wasm", CORE, 8645967, "5effb6a1a6cc4a1a85bec4622701aa797c031e1de923cbbaf2ad47abdc4ab325"),
    PyodideFile("python_stdlib.zip", CORE, 2416866, "71fee17f88a6260ec8c9c7c063533ee59c021fdc88a1ce76247378d3c4a35f4c"),
    PyodideFile(
        "numpy-2.2.5-cp313-cp313-pyodide_2025_0_wasm32.whl",
        FULL,
        3109648,
        "3db3c4f3e0448f4d62a85c262692f1260ccd8a91335442bd2442f21ffeddb558",
    ),
)
