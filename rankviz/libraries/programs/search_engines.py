"""Programs for the evaluators of search engines."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names

# Quepid's scorers, in db/scorers, are for the first 10; a copy with another number is what everybody makes of them.
SCORERS: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg@10.js {k}",
        ("dcg", True): "dcg@10.js {k}",
        ("cg", True): "cg@10.js {k}",
        ("precision", True): "p@10.js {k}",
        ("ap", True): "ap@10.js {k}",
        ("rr", True): "rr@10.js {k}",
        ("err", True): "err@10.js {k}",
    }
)
CUT: Names = MappingProxyType({("ndcg", True): "ndcg_cut@10.js {k}"})
TOP = 3  # of the scale that Quepid's graded scorers come with
_WHERE = ': "${QUEPID:?Set it to the folder of a checkout of https://github.com/o19s/quepid}"'


def _quepid(call: Call, measure: str) -> str:
    name, k = measure.split()
    ratings = call.judgments
    documents = [{"id": item.doc_id, "rating": ratings.get(item.doc_id)} for item in call.items_by_score]
    best = [{"id": doc, "rating": ratings[doc]} for doc in sorted(ratings, key=lambda doc: -ratings[doc])]
    data = {"docs": documents, "bestDocs": best, "max": TOP}
    lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)};\n" for key, value in data.items())
    scorer = f'"$QUEPID/db/scorers/{name}"'
    depth = "" if k == "10" else f" | sed 's|= 10\\(.*@Rank\\)|= {k}\\1|'"
    command = f'cat list.js "$QUEPID/lib/scorer_logic.js" {scorer}{depth} > scored.js'
    script = f"{_WHERE}\ncat > list.js <<'END'\n{lines}END\n{command}\n"
    return f"{script}echo 'console.log(getScore().toFixed(10))' >> scored.js\nnode scored.js\n"


ENGINES: Mapping[str, CallForm] = MappingProxyType(
    {
        "quepid": CallForm(SCORERS, _quepid, "", integer_grades_only=True, highest_grade=TOP, passed_fields=(), is_shell=True),
        "quepid_cut": CallForm(CUT, _quepid, "", integer_grades_only=True, highest_grade=TOP, passed_fields=(), is_shell=True),
    }
)
