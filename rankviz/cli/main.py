"""The command line: `rankviz explain nDCG@6 3,2,3,0,1,2 --missed 3,2`, or `python -m rankviz explain …`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from rankviz.basics.errors import InputError
from rankviz.cli.parser import parser
from rankviz.cli.printed import Printed

# Every other command has a module of its name. It is loaded when the command is called, and what it needs with it.
MODULES = {"list": "reference", "versus": "comparison"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns
    -------
    int
        0; 1 if `lookup` or `probe` found nothing that gives the number. After one line on stderr 2 for what cannot be done as
        it was asked, and 3 for a run whose ids are not those of the judgments. As other programs: 130 after Ctrl-C, and 141 if
        nobody reads on.
    """
    try:
        commands = parser()
        options = commands.parse_args(arguments)
        if options.command is None:
            commands.print_help()
            return 0
        module = import_module(f"rankviz.cli.{MODULES.get(options.command, options.command)}")
        if options.command == "serve":
            module.serve(options.port, options.address, options.data, options.open)
            return 0
        output: str | Printed = module.output(options)
        printed = output if isinstance(output, Printed) else Printed(output)
        _write(printed.text, sys.stdout)
        sys.stdout.flush()
    except InputError as error:
        _write(f"rankviz: {error}", sys.stderr)
        return 3 if error.key.startswith("ids_do_not_meet") else 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes what is left when it ends
        return 128 + 13  # SIGPIPE, which is not everywhere
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return printed.exit_code


def _write(text: str, stream: TextIO) -> None:
    """Print a text; what the stream's encoding does not have is written as its number."""
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)
