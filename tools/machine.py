"""Run other programs, and install those of the system."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

QUICK_SECONDS = 60
INSTALL_SECONDS = 900


def run(command: Sequence[str], seconds: float) -> str | None:
    """Run a command to its end and return what it printed; None if it failed, is not there or took too long."""
    try:
        return _call(command, seconds)
    except (OSError, subprocess.SubprocessError):
        return None


def change(command: Sequence[str], seconds: float) -> bool:
    """Run a command that changes the machine; if it does not succeed, say why in one line."""
    try:
        _call(command, seconds)
    except subprocess.CalledProcessError as error:
        lines = [line.strip() for line in error.stderr.splitlines() if line.strip()]
        print("  It failed:", next((line for line in lines if "rror" in line or line.startswith("E:")), lines[-1:]))
    except (OSError, subprocess.TimeoutExpired) as error:
        print("  It failed:", error)
    else:
        return True
    return False


def _call(command: Sequence[str], seconds: float) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True, stdin=subprocess.DEVNULL)
    return done.stdout


def apt_install(packages: Sequence[str]) -> bool:
    """Install packages of the system; gives whether that was done. Without the rights to it nothing is asked for."""
    apt = _apt()
    if not apt:
        return False
    print(f"Installing the system's {' and '.join(packages)} ...", flush=True)
    run([*apt, "update"], INSTALL_SECONDS)  # some list may be out of reach; whether the packages are there shows next
    return change([*apt, "install", "--yes", "--no-install-recommends", *packages], INSTALL_SECONDS)


def _apt() -> list[str]:
    """How to call apt-get with the rights to install, without asking for a password; empty if that cannot be done."""
    rights: list[str] = []
    if os.geteuid() != 0:
        if not shutil.which("sudo") or run(["sudo", "-n", "true"], QUICK_SECONDS) is None:
            return []
        rights = ["sudo", "-n"]
    return [*rights, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "--quiet"] if shutil.which("apt-get") else []
