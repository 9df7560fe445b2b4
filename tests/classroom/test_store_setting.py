"""Where the rooms are kept, as a setting says, and what is said where that is not there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rankviz.classroom.open_store import open_store
from rankviz.classroom.store import Store
from rankviz.classroom.store_setting import FILE, read_setting, state_folder
from tests.helpers.live_rooms import refused
from tools import class_db, postgres

ROOT = Path(__file__).parents[2]

HOME = {"XDG_STATE_HOME": "/var/lib", "LOCALAPPDATA": "/var/lib"}


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("", f"sqlite:////var/lib/rankviz/{FILE}"),
        (" SQLite ", f"sqlite:////var/lib/rankviz/{FILE}"),
        ("memory", "sqlite://"),
        ("OFF", None),
        (
            "postgresql+psycopg://a:b%40c@host:5432/rooms?sslmode=require",
            "postgresql+psycopg://a:b%40c@host:5432/rooms?sslmode=require",
        ),
        ("postgres://host/rooms", "postgresql+psycopg://host/rooms"),
        ("postgresql:///rooms?host=/run/postgresql", "postgresql+psycopg:///rooms?host=/run/postgresql"),
        ("postgresql://[::1]:5432/rooms", "postgresql+psycopg://[::1]:5432/rooms"),
    ],
)
def test_the_setting_names_a_place(said: str, address: str | None) -> None:
    assert read_setting({"RANKVIZ_CLASS": said, **HOME}) == address


WRONG = [
    *(
        "on",
        "yes",
        "postgres",
        "/var/rooms",
        "sqlite:///rooms",
        "mysql://a:secret@host/rooms",
        "postgresql+psycopg2://a:secret@h/d",
    ),
    *(
        "postgresql+psycopg://",
        "postgresql+psycopg://host",
        "postgresql+psycopg://host/",
        "postgresql://a:secret@host:port/rooms",
    ),
    *("postgresql://a:secret@host:99999/rooms", "postgresql://a:secret@host:0/rooms", "postgresql://a:sec ret@host/rooms"),
    *("postgresql://a:secret@x@host/rooms", "a:secret@host/rooms", "postgresql://a:secret/b@host/rooms", "postgresql://h/a\nb"),
    *("\x00", "x" * 10_000, "://", "memory://"),
]


@pytest.mark.parametrize("said", WRONG)
def test_a_setting_that_names_none_is_said_without_its_password(said: str) -> None:
    error = refused(lambda: read_setting({"RANKVIZ_CLASS": said, **HOME}))
    assert error.key == "class_setting"
    assert error.message.startswith("RANKVIZ_CLASS")
    assert "sec" not in error.message
    assert len(error.message) < 300


def test_the_file_is_in_the_users_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", "/home/ada")
    assert state_folder({}) == Path("/home/ada/.local/state/rankviz")
    assert state_folder({"XDG_STATE_HOME": "relative"}) == Path("/home/ada/.local/state/rankviz")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert state_folder({}) == Path("/home/ada/Library/Application Support/rankviz")


def test_the_store_is_opened_where_the_setting_says(tmp_path: Path) -> None:
    assert open_store({"RANKVIZ_CLASS": "off"}) is None
    store = open_store({"XDG_STATE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)})
    assert store is not None
    assert (tmp_path / "rankviz" / FILE).is_file()
    store.end()


def test_nothing_of_the_database_is_loaded_before_it_is_opened() -> None:
    code = """if True:
        import sys
        import rankviz.classroom.open_store, rankviz.classroom.room, rankviz.web.app, rankviz.cli.main
        from rankviz.classroom.open_store import open_store
        open_store({"RANKVIZ_CLASS": "off"})
        print("sqlalchemy" in sys.modules, "psycopg" in sys.modules)
        open_store({"RANKVIZ_CLASS": "memory"}).end()
        print("sqlalchemy" in sys.modules, "psycopg" in sys.modules)
    """
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert result.stdout.splitlines() == ["False False", "True False"]


def test_a_package_that_is_missing_is_said_with_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    error = refused(lambda: Store("postgresql+psycopg://host/rooms"))
    assert (error.key, '[postgres]"' in error.message) == ("class_library", True)
    monkeypatch.delitem(sys.modules, "rankviz.classroom.store")
    monkeypatch.delitem(sys.modules, "rankviz.classroom.database")
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    error = refused(lambda: open_store({"RANKVIZ_CLASS": "memory"}))
    assert (error.key, '[app]"' in error.message) == ("class_library", True)


def test_without_a_postgres_the_command_that_installs_one_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(postgres, "FOLDERS", ())
    monkeypatch.setattr(class_db.signal, "signal", lambda *_: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert class_db.main([]) == 1
    assert "apt-get install postgresql" in capsys.readouterr().err
