"""Is the code of the page served so that a browser may keep it, and never shows an old one?"""

from pathlib import Path

from rankviz.ui.browser.assets import folder_name


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def test_the_address_changes_with_any_script_or_style_sheet_and_with_nothing_else(tmp_path: Path) -> None:
    files = {"a/a.js": "let a", "kit/b.js": "let b", "a/a.css": "a {}"}
    versions = [
        files,
        files | {"kit/b.js": "let c"},
        files | {"a/a.css": "b {}"},
        {"a/a.js": "let a", "kit/c.js": "let b", "a/a.css": "a {}"},
        files | {"kit/more.js": ""},
    ]
    names = [folder_name(write(tmp_path / str(i), each)) for i, each in enumerate(versions)]
    assert len(set(names)) == len(versions)
    assert folder_name(write(tmp_path / "same", files | {"a.py": "x = 1"})) == names[0]
