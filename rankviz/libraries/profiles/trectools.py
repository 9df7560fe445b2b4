"""The profile of trectools."""

from __future__ import annotations

from rankviz.libraries.call import Call, CallForm, Names
from rankviz.libraries.list_files import as_qrels, as_run
from rankviz.libraries.profile import Choices, Note, Profile

_BY_ID: Choices = {"ties": "docid_desc"}
# trectools never reads more than 1,000 entries of a topic unless it is told to.
_THOUSAND: Choices = {"cutoff": 1000}
_NAMES: Names = {
    ("ndcg", True): "get_ndcg(depth={k})",
    ("ndcg", False): "get_ndcg()",
    ("ap", True): "get_map(depth={k})",
    ("ap", False): "get_map()",
    ("precision", True): "get_precision(depth={k})",
    ("precision", False): "get_precision()",
    ("recall", True): "get_recall(depth={k})",
    ("recall", False): "get_recall()",
    ("rr", True): "get_reciprocal_rank(depth={k})",
    ("rr", False): "get_reciprocal_rank()",
    ("rprec", False): "get_rprec()",
    ("bpref", False): "get_bpref()",
    ("rbp", False): "get_rbp(p={p})[0]",
}


def _write(call: Call, measure: str) -> str:
    texts = {"run": as_run(call.ranking, call.query), "qrels": as_qrels(call.ranking, call.query)}
    lines = "".join(f"{name} = [\n{_rows(text)}]\n" for name, text in texts.items())
    arguments = 'TrecRun(StringIO("\\n".join(run))), TrecQrel(StringIO("\\n".join(qrels)))'
    head = "from io import StringIO\n\nfrom trectools import TrecEval, TrecQrel, TrecRun\n\n"
    return f"{head}{lines}print(TrecEval({arguments}).{measure})\n"


def _rows(text: str) -> str:
    return "".join(f"    {line!r},\n" for line in text.splitlines())


PROFILES: tuple[Profile, ...] = (
    Profile(
        "trectools",
        "trectools",
        "0.0.50",
        "retrieval",
        common={"negative": "unjudged", "threshold": 0.0, "strict": "yes", "duplicates": "error", "mean_over": "run"},
        measures={
            **{key: {**_BY_ID, **_THOUSAND} for key in ("ap", "precision", "recall", "rr")},
            **dict.fromkeys(("rprec", "bpref"), _BY_ID),
            # Of these two the order is that in which TrecRun sorts a file; RBP averages over ties.
            "ndcg": {"ties": "docid_asc", **_THOUSAND},
            "rbp": {},
            "rbp@": None,
        },
        unstable="averaged_ties",
        source="trec_eval.py, trec_run.py: read_run, trec_qrel.py: read_qrel; recorded by tools/recorders/trectools.py",
        notes=(
            Note(
                "trectools_order", "trap", "trectools/trec_eval.py: get_ndcg, get_rbp; trec_run.py: read_run", ("ndcg", "rbp")
            ),
            Note("trectools_gain", "trap", "trectools/trec_eval.py: get_ndcg", ("ndcg",)),
            Note("trectools_thousand", "trap", "trectools/trec_eval.py: get_precision", ("precision",)),
            Note("trectools_queries", "trap", "joaopalotti/trectools#24"),
            Note("trectools_rprec", "slip", "trectools/trec_eval.py: get_rprec, run with pandas 2.3.3 and 3.1.1", ("rprec",)),
            Note("trectools_rbp", "slip", "trectools/trec_eval.py: get_rbp", ("rbp",)),
            Note("trectools_nan", "trap", "trectools/trec_eval.py: get_rbp", ("rbp",)),
            Note("trectools_bpref", "slip", "trectools/trec_eval.py: get_bpref", ("bpref",)),
        ),
        program=CallForm(
            _NAMES,
            _write,
            "trectools=={0}",
            passed_fields=("rbp_p",),
            needs="judged",
            is_proved_with_copies=True,
            run_on="2026-11-23",
        ),
    ),
)
