"""The profile of Quepid."""

from __future__ import annotations

import json

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.common_choices import CREDITED
from rankviz.libraries.profile import Choices, Note, Profile

# Quepid has its scorers at 10; another number is written into a copy of their code.
_CHOICES: Choices = {"threshold": 0.0, "strict": "yes", "duplicates": "count_all", "mean_over": "all"}
_EXPONENTIAL: Choices = {"gain": "exponential", "negative": "keep"}
_ROUNDED = Note("quepid_rounds", "trap", "scoreDisplay.js; lib/javascript_scorer.rb smart_round")
# Quepid's scorers, in db/scorers, are for the first 10; a copy with another number is what everybody makes of them.
_NAMES: Names = {
    ("ndcg", True): "ndcg@10.js {k}",
    ("dcg", True): "dcg@10.js {k}",
    ("cg", True): "cg@10.js {k}",
    ("precision", True): "p@10.js {k}",
    ("ap", True): "ap@10.js {k}",
    ("rr", True): "rr@10.js {k}",
    ("err", True): "err@10.js {k}",
}
_CUT_NAMES: Names = {("ndcg", True): "ndcg_cut@10.js {k}"}
_TOP = 3  # of the scale that Quepid's graded scorers come with
_WHERE = ': "${QUEPID:?Set it to the folder of a checkout of https://github.com/o19s/quepid}"'


def _write(call: Call, measure: str) -> str:
    name, k = measure.split()
    ratings = call.judgments
    documents = [{"id": item.doc_id, "rating": ratings.get(item.doc_id)} for item in call.items_by_score]
    best = [{"id": doc, "rating": ratings[doc]} for doc in sorted(ratings, key=lambda doc: -ratings[doc])]
    data = {"docs": documents, "bestDocs": best, "max": _TOP}
    lines = "".join(f"{key} = {json.dumps(value, ensure_ascii=False)};\n" for key, value in data.items())
    scorer = f'"$QUEPID/db/scorers/{name}"'
    depth = "" if k == "10" else f" | sed 's|= 10\\(.*@Rank\\)|= {k}\\1|'"
    command = f'cat list.js "$QUEPID/lib/scorer_logic.js" {scorer}{depth} > scored.js'
    script = f"{_WHERE}\ncat > list.js <<'END'\n{lines}END\n{command}\n"
    return f"{script}echo 'console.log(getScore().toFixed(10))' >> scored.js\nnode scored.js\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "quepid",
        "Quepid",
        "8.6.0",
        "engines",
        common=_CHOICES,
        measures={
            "ndcg@": {**_EXPONENTIAL, **CREDITED, "ideal_cut": "none"},
            "dcg@": _EXPONENTIAL,
            "cg@": {"negative": "keep"},
            "precision@": {"precision_base": "n"},
            "ap@": CREDITED,
            "rr@": {},
            "err@": {"err_max": 3},
        },
        source="db/scorers/*@10.js, lib/scorer_logic.js; recorded by tools/recorders/quepid.py",
        since="8.1.0",
        notes=(
            Note("quepid_ideal", "name", "o19s/quepid#836, PR #1242; db/scorers/ndcg@10.js", ("ndcg",)),
            Note("quepid_nan", "trap", "db/scorers/ap@10.js; queriesSvc.js scoreOthers; fetch_service.rb", ("ap",)),
            Note("quepid_max", "slip", "db/scorers/err@10.js, lib/scorer_logic.js", ("err",)),
            _ROUNDED,
        ),
        decimals=2,
        program=CallForm(
            _NAMES,
            _write,
            "",
            integer_grades_only=True,
            highest_grade=_TOP,
            passed_fields=(),
            is_shell=True,
            run_on="2026-11-23",
        ),
    ),
    Profile(
        "quepid_cut",
        "Quepid (NDCG_CUT)",
        "8.6.0",
        "engines",
        common=_CHOICES,
        measures={"ndcg@": {**_EXPONENTIAL, **CREDITED}},
        source="db/scorers/ndcg_cut@10.js, lib/scorer_logic.js; recorded by tools/recorders/quepid.py",
        since="8.2.0",
        notes=(
            Note("quepid_server", "slip", "app/services/fetch_service.rb score_snapshot; db/scorers/ndcg_cut@10.js"),
            _ROUNDED,
        ),
        decimals=2,
        program=CallForm(
            _CUT_NAMES,
            _write,
            "",
            integer_grades_only=True,
            highest_grade=_TOP,
            passed_fields=(),
            is_shell=True,
            run_on="2026-11-23",
        ),
    ),
)
