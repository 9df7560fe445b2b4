"""What `make browsers` says where a browser is missing; its own tests are in tests/browsers."""

from pathlib import Path

import pytest

from tools import browsers


def test_where_a_browser_is_missing_the_command_that_installs_it_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in (browsers.DRIVER, browsers.FIREFOX):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browsers, "COMMANDS", ("firefox",))
    assert browsers.main([]) == 1
    said = capsys.readouterr().err
    assert "apt-get install webkit2gtk-driver firefox-esr xvfb" in said
    assert "WebKitWebDriver and firefox and Xvfb could neither" in said
