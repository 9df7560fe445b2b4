"""`rankviz serve`: the page of the installed package, with its configuration, from any folder."""

from __future__ import annotations

import errno
import os
import signal
import socket
import sys
import time
import webbrowser
from pathlib import Path
from threading import Thread

from rankviz.basics.errors import InputError, shorten
from rankviz.basics.optional_packages import missing_package

PORT = 8501
ADDRESS = "localhost"
LAST_PORT = 65535
START_SECONDS = 60
POLL_SECONDS = 0.1
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104


def serve(port_text: str, address: str, folder: str | None, show: bool) -> None:
    """Serve the page until the process is told to end.

    Parameters
    ----------
    port_text : str
        As it was typed; 0 stands for any free one.
    address : str
    folder : str or None
        Whose run files the Runs page offers.
    show : bool
        Whether to open the page in a browser.

    Raises
    ------
    InputError
        For a port or an address that cannot be had, a folder that is not there, and where the page's packages are missing.
    """
    port, folder = _port(port_text), folder and _folder(folder)
    try:
        import streamlit as st

        from rankviz.runs.run_files import FOLDER
        from rankviz.web.app.serve import PAGE, SERVED
    except ModuleNotFoundError as error:
        raise missing_package(error) from None
    port = _free(address, port)
    if folder:
        os.environ[FOLDER] = folder
    Thread(target=_greet, args=(ADDRESS if address in EVERYWHERE else address, port, show), daemon=True).start()
    # Streamlit reads .streamlit/config.toml beside the script that was started; that of the package is meant, wherever it is.
    sys.argv = [str(PAGE)]
    settings = {**_settings(), "server.port": port, "server.address": address, "logger.hideWelcomeMessage": True}
    try:
        st.App(PAGE, **SERVED).run(config=settings)
    except KeyboardInterrupt:
        # The server has ended all it started. Taking the interpreter apart would take longer than that did.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)


def _settings() -> dict[str, object]:
    """Return Streamlit's settings from the environment (STREAMLIT_SERVER_PORT, …), as its command `run` reads them."""
    from click import ClickException
    from streamlit.web.cli import main_run

    try:
        settings = main_run.make_context("serve", []).params
    except ClickException as error:
        raise InputError("bad_setting", f"Streamlit refuses a setting of the environment: {error.format_message()}") from None
    return {name.replace("_", "."): value for name, value in settings.items() if "_" in name and value not in (None, ())}


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= len(str(LAST_PORT)) and int(text) <= LAST_PORT:
        return int(text)
    message = f"--port {shorten(text)}: expected a whole number from 1 to {LAST_PORT}, or 0 for any free port."
    raise InputError("bad_port", message)


def _folder(text: str) -> str:
    try:
        folder = Path(text).resolve(strict=True)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("bad_folder", f"--data {shorten(text)}: {reason}. Name a folder with run files.") from None
    if not folder.is_dir():
        raise InputError("bad_folder", f"--data {shorten(text)}: that is a file. Name the folder it is in.")
    return str(folder)


def _free(address: str, port: int) -> int:
    """Return the port if it is free; for 0, any free port."""
    with socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET) as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
        except socket.gaierror:
            raise InputError("bad_address", f"--address {shorten(address)}: there is no such address.") from None
        except OSError as error:
            raise InputError("bad_address", _refused(address, port, error)) from None
        return int(probe.getsockname()[1])


def _refused(address: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use, perhaps by another rankviz. Stop that one, or take any free port: --port 0"
    if error.errno == errno.EACCES:
        return f"Port {port} is only for administrators. Take one from 1024 on, for example --port {PORT}"
    return f"--address {shorten(address)}: {error.strerror}. Try {ADDRESS}, or 0.0.0.0 for all addresses of this machine."


def _greet(host: str, port: int, show: bool) -> None:
    """Print the address of the page as soon as it responds, and open it if requested."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        try:
            socket.create_connection((host, port), timeout=1).close()
        except OSError:
            time.sleep(POLL_SECONDS)
        else:
            url = f"http://{f'[{host}]' if ':' in host else host}:{port}"
            print(f"rankviz is on {url} (Ctrl-C stops it)", flush=True)
            if show:
                webbrowser.open(url)
            return
