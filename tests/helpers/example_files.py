"""The files that the examples of README, docs/ and help texts name."""

import shutil
from pathlib import Path

DIGITS = Path(__file__).parents[2] / "rankviz" / "examples" / "digits"
SETS = Path(__file__).parents[2] / "docs" / "examples"


def example_files(folder: Path) -> None:
    """Put them into a folder."""
    shutil.copy(DIGITS / "pixels.run.gz", folder / "my.run.gz")
    shutil.copy(DIGITS / "lda.run.gz", folder / "other.run.gz")
    shutil.copy(DIGITS / "qrels.txt.gz", folder / "qrels.txt")
    shutil.copy(SETS / "week3.toml", folder)
    shutil.copy(SETS / "both.txt", folder)
    (folder / "clicks.csv").write_text("user,score,click\nu,2,1\nu,1,0\n", encoding="utf-8")
    (folder / "mine.txt").write_text("d1\t3\nd2\t0\nd3\t2\n", encoding="utf-8")
    (folder / "theirs.txt").write_text("d3\nd1\nd7\n", encoding="utf-8")
