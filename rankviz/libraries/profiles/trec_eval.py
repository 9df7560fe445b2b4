"""The profile of trec_eval."""

from __future__ import annotations

from rankviz.libraries.call import NUMBERS_TOO, Call, CallForm, Names, run_files
from rankviz.libraries.profile import Choices, Profile

# Up to version 9 trec_eval keeps scores as 32-bit numbers.
TREC_CHOICES: Choices = {"ties": "docid_desc", "negative": "unjudged", "score_bits": "32"}
TREC_MEASURES: dict[str, Choices | None] = {
    **{key: {} for key in ("precision", "recall", "success@", "ap", "ndcg", "rprec", "bpref", "iprec", "iprec11")},
    # set_F and recip_rank read the whole list.
    "f1": {},
    "f1@": None,
    "rr": {},
    "rr@": None,
}
TREC_NAMES: Names = {
    ("ndcg", True): "ndcg_cut.{k}",
    ("ndcg", False): "ndcg",
    ("ap", True): "map_cut.{k}",
    ("ap", False): "map",
    ("precision", True): "P.{k}",
    ("precision", False): "set_P",
    ("recall", True): "recall.{k}",
    ("recall", False): "set_recall",
    ("f1", False): "set_F",
    ("success", True): "success.{k}",
    ("rr", False): "recip_rank",
    ("rprec", False): "Rprec",
    ("bpref", False): "bpref",
    ("iprec", False): "iprec_at_recall.{at}",
    ("iprec11", False): "11pt_avg",
}


def _write(call: Call, measure: str) -> str:
    level = "" if call.level == 1 else f"-l {call.level} "
    return f"{run_files(call)}trec_eval {level}-m {measure} qrels.txt run.txt\n"


PROFILES: tuple[Profile, ...] = (
    Profile(
        "trec_eval",
        "trec_eval",
        "9.0.8 (pytrec-eval-terrier 0.5.11)",
        "retrieval",
        common={**TREC_CHOICES, "duplicates": "error", "mean_over": "intersection"},
        measures=TREC_MEASURES,
        source="form_res_rels.c, m_map.c, m_ndcg.c, m_ndcg_cut.c, m_P.c, m_recall.c, m_Rprec.c",
        program=CallForm(
            TREC_NAMES,
            _write,
            "",
            integer_grades_only=True,
            passed_fields=NUMBERS_TOO,
            needs="judged",
            is_shell=True,
            run_on="2026-11-22",
        ),
    ),
)
