"""Programs for evaluators of runs and judgments: trec_eval, and those that call it or follow it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rankviz.libraries.programs.call import Call, CallForm, Names, dictionaries
from rankviz.libraries.programs.list_files import as_qrels, as_run

# What a program calls a metric, with a cutoff {k} or without; {only} and {suffix}: from which grade on a document is relevant.
TREC: Names = MappingProxyType(
    {
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
)
IR_MEASURES: Names = MappingProxyType(
    {
        ("ndcg", True): "nDCG@{k}",
        ("ndcg", False): "nDCG",
        ("ap", True): "AP{only}@{k}",
        ("ap", False): "AP{only}",
        ("precision", True): "P{only}@{k}",
        ("precision", False): "SetP{only}",
        ("recall", True): "R{only}@{k}",
        ("recall", False): "SetR{only}",
        ("f1", False): "SetF{only}",
        ("success", True): "Success{only}@{k}",
        ("rr", True): "RR{only}@{k}",
        ("rr", False): "RR{only}",
        ("rprec", False): "Rprec{only}",
        ("bpref", False): "Bpref{only}",
        ("iprec", False): "IPrec{only}@{at}",
        ("err", True): "ERR@{k}",
        ("rbp", False): "RBP(p={p}, rel={rel})",
    }
)
CWL: Names = MappingProxyType(
    {
        ("precision", True): "P{only}@{k}",
        ("ap", False): "AP{only}",
        ("rr", False): "RR{only}",
        ("rbp", False): "RBP(p={p}, rel={rel})",
    }
)
GDEVAL: Names = MappingProxyType({("ndcg", True): "{k}", ("err", True): "{k}"})
RANX: Names = MappingProxyType(
    {
        ("ndcg", True): "ndcg@{k}",
        ("ndcg", False): "ndcg",
        ("ap", True): "map@{k}{suffix}",
        ("ap", False): "map{suffix}",
        ("precision", True): "precision@{k}{suffix}",
        ("precision", False): "precision{suffix}",
        ("recall", True): "recall@{k}{suffix}",
        ("recall", False): "recall{suffix}",
        ("f1", True): "f1@{k}{suffix}",
        ("f1", False): "f1{suffix}",
        ("success", True): "hit_rate@{k}{suffix}",
        ("success", False): "hit_rate{suffix}",
        ("tp", True): "hits@{k}{suffix}",
        ("rr", True): "mrr@{k}{suffix}",
        ("rr", False): "mrr{suffix}",
        ("rprec", False): "r-precision{suffix}",
        ("bpref", False): "bpref{suffix}",
        ("rbp", False): "rbp.{digits}",
    }
)
BEIR: Names = MappingProxyType(
    {
        ("ndcg", True): "NDCG@{k}",
        ("ap", True): "MAP@{k}",
        ("recall", True): "Recall@{k}",
        ("precision", True): "P@{k}",
        ("rr", True): "MRR@{k}",
        ("success", True): "Accuracy@{k}",
    }
)
TRECTOOLS: Names = MappingProxyType(
    {
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
)
CUSTOM = {"MRR": "mrr", "Accuracy": "accuracy"}  # measures that BEIR computes by itself


def _files(call: Call) -> str:
    qrels, run = as_qrels(call.ranking, call.query), as_run(call.ranking, call.query)
    return f"cat > qrels.txt <<'END'\n{qrels}END\ncat > run.txt <<'END'\n{run}END\n"


def _trec_eval(call: Call, measure: str) -> str:
    level = "" if call.level == 1 else f"-l {call.level} "
    return f"{_files(call)}trec_eval {level}-m {measure} qrels.txt run.txt\n"


def _gdeval(call: Call, cutoff: str) -> str:
    where = "import ir_measures, os; print(os.path.dirname(ir_measures.__file__))"
    return f"{_files(call)}perl \"$(python -c '{where}')/bin/gdeval.pl\" qrels.txt run.txt {cutoff}\n"


def _pytrec(call: Call, measure: str) -> str:
    level = "" if call.level == 1 else f", relevance_level={call.level}"
    evaluator = f'pytrec_eval.RelevanceEvaluator(qrels, {{"{measure}"}}{level})'
    return f'import pytrec_eval\n\n{dictionaries(call)}print({evaluator}.evaluate(run)["{call.query}"])\n'


def _ir_measures(call: Call, measure: str, program: str = "ir_measures") -> str:
    computed = f'{program}.calc_aggregate([ir_measures.parse_measure("{measure}")], qrels, run)'
    return f"import ir_measures\n\n{dictionaries(call)}print({computed})\n"


def _cwl(call: Call, measure: str) -> str:
    return _ir_measures(call, measure, "ir_measures.cwl_eval")


def _ranx(call: Call, measure: str) -> str:
    computed = f'evaluate(Qrels(qrels), Run(run), "{measure}")'
    return f"from ranx import Qrels, Run, evaluate\n\n{dictionaries(call)}print({computed})\n"


def _beir(call: Call, measure: str) -> str:
    name, _, cutoff = measure.partition("@")
    head = f"from beir.retrieval.evaluation import EvaluateRetrieval\n\n{dictionaries(call)}"
    if name in CUSTOM:
        computed = f'EvaluateRetrieval.evaluate_custom(qrels, run, [{cutoff}], "{CUSTOM[name]}")'
        return f"{head}print({computed})\n"
    value = f'next(each["{measure}"] for each in found if "{measure}" in each)'
    return f"{head}found = EvaluateRetrieval.evaluate(qrels, run, [{cutoff}])\nprint({value})\n"


def _trectools(call: Call, measure: str) -> str:
    texts = {"run": as_run(call.ranking, call.query), "qrels": as_qrels(call.ranking, call.query)}
    lines = "".join(f"{name} = [\n{_rows(text)}]\n" for name, text in texts.items())
    arguments = 'TrecRun(StringIO("\\n".join(run))), TrecQrel(StringIO("\\n".join(qrels)))'
    head = "from io import StringIO\n\nfrom trectools import TrecEval, TrecQrel, TrecRun\n\n"
    return f"{head}{lines}print(TrecEval({arguments}).{measure})\n"


def _rows(text: str) -> str:
    return "".join(f"    {line!r},\n" for line in text.splitlines())


_PASSED = ("threshold", "strict", "rbp_p", "recall_level")
RETRIEVAL: Mapping[str, CallForm] = MappingProxyType(
    {
        "pytrec_eval": CallForm(
            TREC,
            _pytrec,
            "pytrec-eval-terrier=={0}",
            integer_grades_only=True,
            passed_fields=_PASSED,
            needs="judged",
            is_proved_with_copies=True,
        ),
        "trec_eval": CallForm(
            TREC, _trec_eval, "", integer_grades_only=True, passed_fields=_PASSED, needs="judged", is_shell=True
        ),
        "ir_measures": CallForm(
            IR_MEASURES, _ir_measures, "ir-measures=={0}", integer_grades_only=True, passed_fields=_PASSED, needs="judged"
        ),
        "gdeval": CallForm(
            GDEVAL,
            _gdeval,
            "ir-measures=={0}",
            integer_grades_only=True,
            highest_grade=4,
            passed_fields=(),
            needs="relevant",
            is_shell=True,
            is_proved_with_copies=True,
        ),
        "cwl_eval": CallForm(
            CWL, _cwl, "cwl-eval=={0} ir-measures=={1}", integer_grades_only=True, passed_fields=_PASSED, needs="judged"
        ),
        "ranx": CallForm(RANX, _ranx, "ranx=={0}", integer_grades_only=True, passed_fields=_PASSED, needs="judged"),
        "beir": CallForm(BEIR, _beir, "beir=={0}", integer_grades_only=True, passed_fields=(), needs="judged"),
        "trectools": CallForm(
            TRECTOOLS, _trectools, "trectools=={0}", passed_fields=("rbp_p",), needs="judged", is_proved_with_copies=True
        ),
    }
)
