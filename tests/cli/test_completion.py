"""What `rankviz completion` prints completes commands, options and names, in a real bash."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from rankviz.cli.main import main
from rankviz.cli.parser import SHELLS

shtab = pytest.importorskip("shtab")

PROGRAM = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMPREPLY=()
$(complete -p rankviz | sed "s/.*-F \\([^ ]*\\).*/\\1/") rankviz "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf "%s\\n" "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("completion")
    return {shell: folder / shell for shell in SHELLS}


def written(shell: str, path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["completion", shell]) == 0
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def completed(script: Path, *words: str) -> set[str]:
    command = ["bash", "-c", PROGRAM, "bash", str(script), "rankviz", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not done.stderr
    return set(done.stdout.split())


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_options_and_names(scripts: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    script = written("bash", scripts["bash"], capsys)
    assert completed(script, "ex") == {"explain", "exercises"}
    assert completed(script, "run", "--per") == {"--per-query"}
    assert completed(script, "evaluate", "nD") == {"nDCG"}
    assert completed(script, "explain", "nDCG@6", "3,2", "--profile", "trec_") == {"trec_eval"}
    assert completed(script, "alike", "tau_") == {"tau_AP", "tau_b"}
    assert completed(script, "list", "") >= {"metrics", "profiles", "choices"}


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_takes_its_script_as_a_program(
    shell: str, scripts: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    script = written(shell, scripts[shell], capsys)
    assert all(name in script.read_text(encoding="utf-8") for name in ("explain", "per-query", "sentence_transformers"))
    if shutil.which(shell) is not None:
        done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
