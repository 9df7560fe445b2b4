"""A database of rooms: opened, its tables made once, and transactions whose failures are errors of ours.

Everything that the two databases do differently stands here. SQLAlchemy is loaded with this module, so it is imported when
called.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import StaticPool

from rankviz.basics.errors import InputError
from rankviz.basics.optional_packages import missing_package
from rankviz.classroom.room_tables import SCHEMA, TABLES, schema

PATIENCE = 5  # s that a transaction waits for another, or for a connection
HANGING = 30  # s after which PostgreSQL ends a transaction in which nothing is done
OURS = 0x72616E6B  # of PostgreSQL's locks the one under which tables are made
FILES = "sqlite:///"  # and a path, whatever it holds
WRITES, REPEATABLE = {"rankviz_writes": True}, {"isolation_level": "REPEATABLE READ"}  # options of a transaction
MOST_SHOWN = 200  # characters of what a database says, and of its name


class Database:
    """A database that may fail at any time, and is opened again at the next transaction.

    Parameters
    ----------
    address : str
        As `rankviz.classroom.store_setting.read_setting` gives it.

    Raises
    ------
    InputError
        `class_store` where it cannot be opened, `class_schema` where its tables are of another version, `class_library`
        where a package is missing, `class_setting` where the address is none.
    """

    def __init__(self, address: str) -> None:
        try:
            url = URL.create("sqlite", database=address[len(FILES) :]) if address.startswith(FILES) else make_url(address)
            self.shown_address = url.render_as_string(hide_password=True)[:MOST_SHOWN]
            self.path = Path(url.database) if address.startswith(FILES) and url.database else None
            self.engine = _engine(url)
        except ModuleNotFoundError as error:
            raise InputError("class_library", str(missing_package(error)), name=str(error.name)) from None
        except SQLAlchemyError:
            raise InputError("class_setting", "RANKVIZ_CLASS: the address of the database cannot be read.") from None
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        # The database in memory has one connection.
        is_shared_connection = self.is_sqlite and self.path is None
        self._turn: AbstractContextManager[object] = Lock() if is_shared_connection else nullcontext()
        self._opening = Lock()
        self._file: tuple[int, int] | None = None
        self._is_ready = False
        try:
            self._open()
        except InputError:
            self.end()
            raise

    @contextmanager
    def read_transaction(self) -> Iterator[Connection]:
        """Open a transaction whose statements all see the same state."""
        with self._class_errors(), self._turn, self._transaction({} if self.is_sqlite else REPEATABLE) as connection:
            yield connection

    @contextmanager
    def write_transaction(self) -> Iterator[Connection]:
        """Open a transaction that is committed if it ends without an error; on SQLite no other process writes meanwhile."""
        with self._class_errors(), self._turn, self._transaction(WRITES) as connection:
            yield connection

    def truncate_log(self) -> None:
        """Truncate SQLite's log, which still holds what was deleted."""
        if self.path is None or not self.is_sqlite:
            return
        with self._class_errors():
            connection = self.engine.raw_connection()
            try:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                connection.close()

    def end(self) -> None:
        """Close all connections; one that all threads share only once it is free, as a statement does not survive that."""
        with self._turn:
            self.engine.dispose()

    @contextmanager
    def _class_errors(self) -> Iterator[None]:
        if not self._is_ready or self._is_another_file():
            self._open()
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            self._is_ready = False
            raise self._store_error(error) from None

    @contextmanager
    def _transaction(self, options: Mapping[str, Any]) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            connection.execution_options(**options)
            with connection.begin():
                yield connection

    def _open(self) -> None:
        with self._opening:
            if self._is_ready and not self._is_another_file():
                return
            with self._turn:
                self.engine.dispose()
            try:
                if self.path is not None:
                    self._file = _private_file(self.path)
                    _use_write_ahead_log(self.path)
                with self._turn:
                    self._create_tables()
            except (SQLAlchemyError, sqlite3.Error, OSError) as error:
                raise self._store_error(error) from None
            self._is_ready = True

    def _create_tables(self) -> None:
        """Create the tables if there are none; other processes may be doing the same, or block the write."""
        with self._transaction({}) as connection:
            if self._has_tables(connection):
                return
        with self._transaction(WRITES) as connection:
            if not self.is_sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:ours)"), {"ours": OURS})
            if not self._has_tables(connection):
                TABLES.create_all(connection, checkfirst=False)
                connection.execute(schema.insert().values(only=1, number=SCHEMA))

    def _has_tables(self, connection: Connection) -> bool:
        """Whether the tables exist. Raises `class_schema` if they are of another version."""
        present = {*inspect(connection).get_table_names()} & {*TABLES.tables}
        if not present:
            return False
        version = connection.execute(schema.select()).scalars(schema.c.number).first() if schema.name in present else None
        if version != SCHEMA or present != {*TABLES.tables}:
            message = (
                f"{self.shown_address}: its tables are of version {version or '?'}, this program needs version {SCHEMA}. "
                "End the other program and delete them, or name another place in RANKVIZ_CLASS."
            )
            raise InputError("class_schema", message, found=version or "?", expected=SCHEMA)
        return True

    def _is_another_file(self) -> bool:
        """Whether the file was deleted or replaced, so that what is written to the open one would be lost."""
        if self.path is None:
            return False
        try:
            status = self.path.stat()
        except OSError:
            return True
        return (status.st_dev, status.st_ino) != self._file

    def _store_error(self, error: Exception) -> InputError:
        lines = str(getattr(error, "orig", None) or error).strip().splitlines() or [type(error).__name__]
        message = f"The rooms of the class in {self.shown_address} cannot be read or written: {lines[0][:MOST_SHOWN]}"
        return InputError("class_store", f"{message}. Everything else works; the rooms do again when that is mended.")


def _engine(url: URL) -> Engine:
    """Return an engine, which has no connection yet; its error messages never hold the parameters of a statement."""
    if url.get_backend_name() != "sqlite":
        timeouts = {"connect_timeout": ceil(PATIENCE), "tcp_user_timeout": ceil(PATIENCE * 1000)}
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args=timeouts)
        event.listen(engine, "connect", _prepare_postgres)
        return engine
    if not url.database:
        any_thread = {"check_same_thread": False}
        engine = create_engine(url, hide_parameters=True, poolclass=StaticPool, connect_args=any_thread)
    else:
        engine = create_engine(url, hide_parameters=True, pool_timeout=PATIENCE)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare_postgres(connection: DBAPIConnection, _record: object) -> None:
    # A process that hangs in its transaction holds up the others no longer than SQLite's would.
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = '{ceil(PATIENCE * 1000)}ms'")
    cursor.execute(f"SET idle_in_transaction_session_timeout = '{HANGING}s'")
    cursor.close()
    connection.commit()


def _prepare(connection: DBAPIConnection, _record: object) -> None:
    # Python would begin a transaction at the first change only, when another process may already have made its own.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (f"busy_timeout={ceil(PATIENCE * 1000)}", "foreign_keys=ON", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("rankviz_writes") else "BEGIN")


def _private_file(path: Path) -> tuple[int, int]:
    """Make the file that only its owner reads, or take others' right to it; SQLite gives its log the same rights."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        status = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    if status.st_mode & 0o077 and os.name != "nt":
        path.chmod(0o600)
    return status.st_dev, status.st_ino


def _use_write_ahead_log(path: Path) -> None:
    """Switch to the write-ahead log, once for all connections; SQLite does not wait by itself for another that does so."""
    deadline = time.monotonic() + PATIENCE
    while True:
        connection = sqlite3.connect(path, timeout=PATIENCE)
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return
        finally:
            connection.close()
