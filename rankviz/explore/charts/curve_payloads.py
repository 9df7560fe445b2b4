"""The figures of the metric at every cutoff, of the curves and of the pairs; what they show besides depends on the metric."""

from __future__ import annotations

import numpy as np

from rankviz.core import curve_points as curves
from rankviz.core.conventions.option_formulas import Array
from rankviz.core.curve_points import Pairs, PrecisionRecall
from rankviz.core.metrics import METRICS
from rankviz.core.metrics.areas import LEVELS
from rankviz.core.metrics.measures import print_measure
from rankviz.core.trace import Trace
from rankviz.display.charts.curves import precision_recall, roc
from rankviz.display.charts.figures import metric_by_cutoff
from rankviz.display.charts.pairs import RIGHT, TIED, WRONG, Pair, Spec, pair_grid
from rankviz.display.charts.values import Labels, Point, Undefined
from rankviz.display.glossary.term_values import pr_area, pr_source
from rankviz.display.labels import option_label
from rankviz.display.number_format import fixed_decimals, in_unit, plain
from rankviz.display.rule_words import undefined_reason
from rankviz.evaluation.evaluate import compute
from rankviz.explore.charts.figure_payload import (
    Data,
    K,
    curve_alt_text,
    figure_payload,
    named_points,
    refusal_of,
    undefined_because,
)
from rankviz.state.analysis import Analysis
from rankviz.texts import Piece, Texts, as_plain_text, mention

MOST_PAIRS = 12  # relevant, and not relevant: more would be too small to read


def by_cutoff_figure(analysis: Analysis, texts: Texts) -> Data:
    """Show a metric that has a cutoff at every one, or say why it has no value."""
    key, name = analysis.state.metric, analysis.metric.name
    labels = Labels.from_pieces(texts.pieces("chart.by_cutoff", name=name), K, [mention(name + "@k", key)])
    title = labels.title
    trace = analysis.by_cutoff(key)
    if trace is None or not analysis.ranking.items:
        reason = texts("chart.nothing_shown")
        figure = metric_by_cutoff(
            [], labels, hover=(), undefined=Undefined(mention(texts("chart.undefined"), "undefined"), reason)
        )
        return figure_payload("by-cutoff", figure, texts("chart.alt_series", title=title, points=reason), title, None, 1)
    values = [None if is_undefined else float(value) for value, is_undefined in zip(trace.value, trace.undefined, strict=True)]
    known = [value for value in values if value is not None]
    top = analysis.metric.high if analysis.metric.high < float("inf") else max([*known, 1.0])
    low = min([0.0, *known])
    hover = [f"{name}@{k} {texts('panel.undefined') if v is None else in_unit(trace.unit, v)}" for k, v in enumerate(values, 1)]
    problem = None if known else Undefined(mention(texts("chart.undefined"), "undefined"), undefined_reason(trace, texts))
    figure = metric_by_cutoff(values, labels, hover=hover, y_range=(low, max([top, *known])), undefined=problem)
    return figure_payload("by-cutoff", figure, curve_alt_text(title, hover, texts), title, "x", len(values))


def pr_curve(analysis: Analysis) -> PrecisionRecall | None:
    """The precision-recall curve as it is drawn."""
    trace = analysis.trace(pr_source(analysis))
    return None if trace is None else curves.precision_recall(trace.rankings)


def pr_figure(analysis: Analysis, texts: Texts) -> Data:
    """Precision against recall."""
    labels = Labels.from_pieces(texts.pieces("chart.pr"), texts.pieces("chart.recall"), texts.pieces("chart.precision"))
    title = labels.title
    source, curve = analysis.traces[pr_source(analysis)], pr_curve(analysis)
    if curve is None or not isinstance(source, Trace):
        reason = texts("chart.no_relevant" if analysis.ranking.items else "chart.nothing_shown")
        problem = refusal_of(source, texts) or undefined_because(reason, texts)
        return figure_payload(
            "pr", precision_recall([], labels, undefined=problem), _alt_without_data(title, problem, texts), title, None, 1
        )
    named = named_points(texts)
    points = [
        Point(
            float(r),
            float(p),
            int(rank),
            named(int(rank), f"{labels.x} {fixed_decimals(float(r))}", f"{labels.y} {fixed_decimals(float(p))}"),
        )
        for r, p, rank in zip(curve.recall, curve.precision, curve.rank, strict=True)
    ]
    area = pr_area(analysis, source.convention.ties)
    straight, levels, mark, name, caption = _under_study(analysis, curve, area, texts)
    names = [mention(texts("chart.ap_area", value=area), "pr"), *([name] if name else [])]
    figure = precision_recall(
        points, labels, envelope=curve.envelope.tolist(), names=names, levels=levels, straight=straight, mark=mark
    )
    point_texts = [*(point.hover for point in points), *(point.hover for point in levels)]
    return figure_payload(
        "pr", figure, curve_alt_text(title, point_texts, texts, caption), title, "point", len(points), caption
    )


def _under_study(
    analysis: Analysis, curve: PrecisionRecall, area: str, texts: Texts
) -> tuple[list[Point], list[Point], Point | None, Piece, str]:
    """What the metric under study adds: straight lines, recall levels, one mark, its label, and a sentence."""
    key = analysis.state.metric
    if key == "prauc":
        value = _value(analysis, "prauc", {"pr_area": "trapezoid"})
        straight = [Point(float(x), float(y)) for x, y in zip(*curves.straight_lines(curve), strict=True)]
        caption = texts("chart.straight_note", value=value, area=area)
        return straight, [], None, mention(texts("chart.straight_area", value=value), key), caption
    if key in ("iprec", "iprec11"):
        levels, mark = _levels(analysis, texts)
        name = print_measure(analysis.metric, analysis.state.convention)
        value = _value_text(analysis, key)
        note = texts(f"chart.{key}_note", value=value, level=plain(analysis.state.convention.recall_level))
        return [], levels, mark, mention(texts("chart.named_value", name=name, value=value), key), note
    bep = analysis.trace("bep")
    if bep is None or bep.undefined[0]:
        return [], [], None, "", ""
    even = float(bep.value[0])
    words = texts("chart.bep_mark", value=fixed_decimals(even))
    return [], [], Point(even, even, None, words), mention(words, key) if key == "bep" else "", ""


def _levels(analysis: Analysis, texts: Texts) -> tuple[list[Point], Point | None]:
    """Interpolated precision at the eleven recall levels, and at the one under study."""
    eleven, one = analysis.trace("iprec11"), analysis.trace("iprec")
    known = [] if eleven is None else list(zip(LEVELS.tolist(), eleven.step("interpolated").value[0].tolist(), strict=True))
    levels = [Point(x, y, None, texts("chart.level_mark", level=plain(x), value=fixed_decimals(y))) for x, y in known]
    if analysis.state.metric != "iprec" or one is None:
        return levels, None
    x, y = float(one.step("recall_level").value[0]), float(one.value[0])
    return levels, Point(x, y, None, texts("chart.level_mark", level=plain(x), value=fixed_decimals(y)))


def _value(analysis: Analysis, key: str, choices: dict[str, object]) -> str:
    """Print a metric of the list under study with some choices settled."""
    convention = analysis.state.convention.with_choices(choices)
    return fixed_decimals(float(compute(METRICS[key], analysis.arranged, convention).value[0]))


def _value_text(analysis: Analysis, key: str) -> str:
    trace = analysis.trace(key)
    return "" if trace is None else in_unit(trace.unit, float(trace.value[0]))


def _alt_without_data(title: str, problem: Undefined, texts: Texts) -> str:
    """Alternative text where there is nothing to draw."""
    reason = (
        texts("convention.part", name=as_plain_text([problem.word]), value=problem.reason) if problem.word else problem.reason
    )
    return texts("chart.alt_series", title=title, points=reason)


def roc_figure(analysis: Analysis, texts: Texts) -> Data:
    """The true against the false positive rate."""
    labels = Labels.from_pieces(texts.pieces("chart.roc"), texts.pieces("chart.fpr"), texts.pieces("chart.tpr"))
    title = labels.title
    curve, trace = analysis.roc(), analysis.traces["auc"]
    if curve is None or not isinstance(trace, Trace):
        no_relevant = isinstance(trace, Trace) and trace.step("relevant_counted").value[0] == 0
        problem = refusal_of(trace, texts) or undefined_because(
            texts("chart.no_relevant" if no_relevant else "chart.no_others"), texts
        )
        return figure_payload(
            "roc", roc([], labels, undefined=problem), _alt_without_data(title, problem, texts), title, None, 1
        )
    between = texts("sentence.more_separator")
    points = [
        Point(
            float(x),
            float(y),
            int(rank) if rank > 0 else None,
            f"{labels.x} {fixed_decimals(float(x))}{between}{labels.y} {fixed_decimals(float(y))}",
        )
        for x, y, rank in zip(curve.false_positive_rate, curve.true_positive_rate, curve.rank, strict=True)
    ]
    area = texts("chart.auc_area", value=fixed_decimals(float(trace.value[0])))
    alt = curve_alt_text(title, [point.hover for point in points], texts, area)
    return figure_payload("roc", roc(points, labels, area_label=mention(area, "auc")), alt, title, "point", len(points))


def pairs_figure(analysis: Analysis, texts: Texts) -> Data:
    """The grid of pairs, while a metric that counts them is under study."""
    trace = analysis.trace(analysis.state.metric)
    pairs = None if trace is None else curves.pairs(trace.rankings)
    missed = pairs is not None and bool(np.isnan([*pairs.relevant, *pairs.others]).any())
    across = texts.pieces("chart.pairs_x_missed" if missed else "chart.pairs_x")
    labels = Labels.from_pieces(texts.pieces("chart.pairs"), across, texts.pieces("chart.pairs_y"))
    title = labels.title
    if trace is None or pairs is None:
        problem = undefined_because("" if trace is None else undefined_reason(trace, texts), texts)
        return figure_payload(
            "pairs", pair_grid([], [], [], labels, undefined=problem), _alt_without_data(title, problem, texts), title, None, 1
        )
    caption = _pairs_note(analysis, trace, texts)
    if max(pairs.order.shape) > MOST_PAIRS:
        relevant, others = map(plain, pairs.order.shape)
        problem = Undefined("", texts("chart.pairs_many", relevant=relevant, others=others))
        figure, pair_texts = pair_grid([], [], [], labels, undefined=problem), [problem.reason]
    else:
        figure, pair_texts = _grid(pairs, labels, texts)
    return figure_payload("pairs", figure, curve_alt_text(title, pair_texts, texts, caption), title, None, 1, caption)


def _grid(pairs: Pairs, labels: Labels, texts: Texts) -> tuple[Spec, list[str]]:
    """The figure of the pairs, and each of them in words."""
    states = {RIGHT: texts("chart.pairs_right"), TIED: texts("chart.pairs_tied"), WRONG: texts("chart.pairs_wrong")}
    rows, columns = _ranks(pairs.relevant), _ranks(pairs.others)
    cells = [
        [
            Pair(
                int(state),
                texts("chart.pair", relevant=_place(row, texts), other=_place(column, texts), state=states[int(state)]),
            )
            for column, state in zip(columns, line, strict=True)
        ]
        for row, line in zip(rows, pairs.order, strict=True)
    ]
    count = {state: int((pairs.order == state).sum()) for state in states}
    right, tied, wrong = (f"{name} {count[state]}" for state, name in states.items())
    figure = pair_grid(rows, columns, cells, labels, legend=(right, tied if count[TIED] else "", wrong))
    return figure, [cell.hover for line in cells for cell in line]


def _ranks(side: Array) -> list[int | None]:
    return [None if np.isnan(rank) else int(rank) for rank in side]


def _place(rank: int | None, texts: Texts) -> str:
    return texts("chart.pair_missed") if rank is None else texts("chart.pair_rank", rank=rank)


def _pairs_note(analysis: Analysis, trace: Trace, texts: Texts) -> str:
    """Say which share of the pairs the metric is, in the numbers that it computed."""
    value = trace.value[0]
    total = plain(float(trace.step("relevant_counted").value[0] * trace.step("nonrelevant_counted").value[0]))
    words = {"name": analysis.metric.name, "value": in_unit(trace.unit, float(value)), "total": total}
    if trace.metric == "ranking_loss":
        return texts("chart.loss_note", wrong=plain(float(trace.step("pairs_wrong").value[0])), **words)
    right = plain(float(trace.step("pairs_right").value[0]))
    tied = "nonrelevant_tied" in trace or "missed_pairs" in trace
    if not tied:
        return texts("chart.pairs_note", right=right, **words)
    share = option_label("tied_pair", trace.convention.tied_pair, texts)
    return texts("chart.pairs_note_tied", right=right, share=share, **words)
