"""Record Quepid's communal scorers, run by Node as its server runs them.

    python -m tools.recorders.quepid quepid.json FOLDER

FOLDER is a checkout of https://github.com/o19s/quepid, of which `db/scorers` and `lib/scorer_logic.js` are read. Needs Node.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.recorders.common import Measure, record
from tools.recorders.lists import COPIES, LISTS, NOT_JUDGED, NOT_RETRIEVED, Query

KS = (1, 3, 10)
NAMES = ("ndcg", "ndcg_cut", "dcg", "cg", "p", "ap", "rr", "err")
ASKED = [Measure(f"{name}@{k}") for name in NAMES for k in KS]
WHOLE = (*LISTS, *COPIES, NOT_RETRIEVED, NOT_JUDGED)
TOP = 3  # the highest grade of the scale that ERR@10 comes with
# Each scorer in a context of its own, with the names that Quepid has ready for it.
NODE = """
const vm = require("vm");
const {logic, scorers, lists} = JSON.parse(require("fs").readFileSync(0));
const found = lists.map(({docs, bestDocs}) => scorers.map((scorer) => {
  const context = vm.createContext({docs, bestDocs, max: TOP, total: docs.length, options: {}, query: {ratedDocs: bestDocs}});
  vm.runInContext(logic, context);
  vm.runInContext(scorer, context);
  return String(vm.runInContext("getScore()", context));
}));
console.log(JSON.stringify(found));
"""


def answers(folder: Path) -> dict[tuple[str, str], float]:
    """Every scorer's score of every list, by measure and list."""
    logic = (folder / "lib" / "scorer_logic.js").read_text(encoding="utf-8")
    scorers = [scorer(folder, *measure.name.split("@")) for measure in ASKED]
    given = {"logic": logic, "scorers": scorers, "lists": [documents(query) for query in WHOLE]}
    script = NODE.replace("TOP", str(TOP))
    done = subprocess.run(["node", "-e", script], input=json.dumps(given), capture_output=True, text=True, check=True)
    rows = zip(WHOLE, json.loads(done.stdout), strict=True)
    return {
        (measure.key, query.name): float(score) for query, scores in rows for measure, score in zip(ASKED, scores, strict=True)
    }


def scorer(folder: Path, name: str, k: str) -> str:
    """The code of a scorer; its line marked @Rank holds k, as everybody may edit it."""
    code = (folder / "db" / "scorers" / f"{name}@10.js").read_text(encoding="utf-8")
    changed, count = re.subn(r"= 10(;? // @Rank)", rf"= {k}\1", code)
    assert count == 1, name
    return changed


def documents(query: Query) -> dict[str, list[Mapping[str, object]]]:
    """What was found, where an unjudged document has the rating null; and what was rated, best first."""
    judged = query.judgments
    best = sorted(judged, key=lambda doc: -judged[doc])
    return {
        "docs": [{"id": doc, "rating": judged.get(doc)} for doc in query.ranked],
        "bestDocs": [{"id": doc, "rating": judged[doc]} for doc in best],
    }


def main() -> None:
    """Run all scorers, and write what they answered."""
    folder = Path(sys.argv[2])
    found = answers(folder)
    released = re.search(r"^## (\S+)", (folder / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert released is not None

    def compute(measure: Measure, queries: Sequence[Query]) -> float:
        if any(grade != int(grade) for grade in queries[0].judgments.values()):
            raise ValueError("grades must be whole numbers")
        return found[measure.key, queries[0].name]

    record(
        "quepid",
        "db/scorers/<measure>.js after lib/scorer_logic.js, with docs (unrated ones have rating null) and bestDocs, best first",
        ASKED,
        compute,
        (),
        WHOLE,
        None,
        notes=[
            "Grades that are no whole numbers are refused by the recorder: ratings are read with parseInt.",
            "Scorers @1 and @3 are those @10 with another number in the line that sets k.",
            f"The highest grade, which ERR reads, is {TOP}: the top of the scale that ERR@10 comes with.",
            "null is NaN, which Quepid then shows as 0 (queriesSvc.js scoreOthers, fetch_service.rb score_snapshot).",
        ],
        release=released[1],
    )


if __name__ == "__main__":
    main()
