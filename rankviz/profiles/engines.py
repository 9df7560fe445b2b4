"""The evaluators of search engines: what each of them computes."""

from __future__ import annotations

from rankviz.profiles.profile import Choices, Note, Profile

# Quepid has its scorers at 10; another number is written into a copy of their code.
_QUEPID: Choices = {"threshold": 0.0, "strict": "yes", "duplicates": "count_all", "mean_over": "all"}
_EXPONENTIAL: Choices = {"gain": "exponential", "negative": "keep"}
# The ratings know a document once, however often it is shown.
_ONCE: Choices = {"duplicates": "credit_each"}
_ROUNDED = Note("quepid_rounds", "trap", "scoreDisplay.js; lib/javascript_scorer.rb smart_round")

ENGINES: tuple[Profile, ...] = (
    Profile(
        "quepid",
        "Quepid",
        "8.6.0",
        "engines",
        common=_QUEPID,
        measures={
            "ndcg@": {**_EXPONENTIAL, **_ONCE, "ideal_cut": "none"},
            "dcg@": _EXPONENTIAL,
            "cg@": {"negative": "keep"},
            "precision@": {"precision_base": "n"},
            "ap@": _ONCE,
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
    ),
    Profile(
        "quepid_cut",
        "Quepid (NDCG_CUT)",
        "8.6.0",
        "engines",
        common=_QUEPID,
        measures={"ndcg@": {**_EXPONENTIAL, **_ONCE}},
        source="db/scorers/ndcg_cut@10.js, lib/scorer_logic.js; recorded by tools/recorders/quepid.py",
        since="8.2.0",
        notes=(
            Note("quepid_server", "slip", "app/services/fetch_service.rb score_snapshot; db/scorers/ndcg_cut@10.js"),
            _ROUNDED,
        ),
    ),
)
