"""Every sentence with a slot, filled with every value that can stand in it.

The values come from where the program has them: fields and their options, metrics, libraries, other sentences. A slot about
which nothing is said here is an error that names it: of a new one it has to be said what can stand in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations, islice, product
from math import prod
from pathlib import Path

import rankviz
from rankviz.core.conventions import ANY_LISTS, FIELDS, TEXTBOOK
from rankviz.core.metrics import METRICS, Metric
from rankviz.core.metrics.measures import print_measure
from rankviz.display.convention_words import ConventionWords, choices_words
from rankviz.display.labels import field_label, library_name, option_label
from rankviz.libraries.profiles import PROFILES
from rankviz.runs.read.column_names import SYNONYMS
from rankviz.texts import Texts, catalogue
from tests.helpers.long import LONG

Values = tuple[str, ...]
Kind = Callable[[Texts], Values]
MOST = 500  # combinations of one sentence; where there are more, each slot goes through its values while the others stand still
COUNTS, MANY, RANKS = ("1", "2", "8", "11", "1,024"), ("11", "1,024"), ("1", "2", "11")
NUMBERS = ("0.785", "1", "0", "1/3", "−2.5", "1.500e+20", "∞")
TYPED, FILES, FOUND = ("d1", "文档", "a b"), ("a.run", "文件"), ("3,x", "文本", "'a b'")
OWN = {"gain_table": "0:0, 1:1, 2:3", "gain_formula": "2^g-1", "discount_table": "1:1, 2:1.5", "discount_formula": "log2(i+1)"}


def choices_of(name: str) -> tuple[object, ...]:
    """The values of a field."""
    field = FIELDS[name]
    numbers = (3, 1) if field.is_integer else (field.high, 0.5) if field.high < 10 else (1.0, 2.5)
    values = (OWN[name],) if field.variable else tuple(field.options or numbers)
    return (*values, *([None] if field.is_optional else []))


def of(*values: str) -> Kind:
    return lambda texts: values


def labels(*names: str) -> Kind:
    """The words of the options of some fields, of all fields for none."""
    every = names or tuple(FIELDS)
    return lambda texts: tuple(option_label(name, value, texts) for name in every for value in choices_of(name))


@cache
def _found(patterns: tuple[str, ...], language: str) -> Values:
    texts = Texts(language)
    keys = [key for key in catalogue(language) for pattern in patterns if re.fullmatch(pattern, key)]
    assert keys, patterns
    return tuple(each for key in keys for each in (islice(filled(key, texts), 3) if texts.places(key) else [texts(key)]))


def texts_of(*patterns: str) -> Kind:
    """Sentences of the catalogue, by patterns of their keys; filled, where they have slots themselves."""

    def found(texts: Texts) -> Values:
        return _found(patterns, texts.language)

    return found


def some(separator: str, kind: Kind) -> Kind:
    """One of the values, or several as the page lists them."""
    return lambda texts: (*kind(texts), texts(separator).join(kind(texts)[:3]))


def either(*kinds: Kind) -> Kind:
    return lambda texts: tuple(value for kind in kinds for value in kind(texts))


def measures(texts: Texts) -> Values:
    return tuple(print_measure(metric, TEXTBOOK.with_choices({"cutoff": 10})) for metric in METRICS.values())


def conventions(texts: Texts) -> Values:
    return tuple(
        ConventionWords(each, TEXTBOOK, facts, texts).sentence for each in METRICS.values() for facts in (None, ANY_LISTS)
    )


def choices(texts: Texts) -> Values:
    return tuple(choices_words({name: value, "threshold": 2.0}, texts) for name in FIELDS for value in choices_of(name))


def libraries(texts: Texts) -> Values:
    return tuple(dict.fromkeys(library_name(key, texts) for key in PROFILES))


def parts(texts: Texts) -> Values:
    """What stands between the convention's separators."""
    words = [("field", name, option_label(name, value, texts)) for name in FIELDS for value in choices_of(name)]
    words += [("clause", name, label) for _, name, label in words if f"clause.{name}" in texts]
    return tuple(texts("convention.part", name=texts(f"{kind}.{name}"), value=label) for kind, name, label in words)


def clause_parts(texts: Texts) -> Values:
    """The choices that stand behind a sentence."""
    named = ((name, label) for name in FIELDS if f"clause.{name}" in texts for label in labels(name)(texts))
    return tuple(texts("convention.part", name=texts(f"clause.{name}"), value=label) for name, label in named)


def weights(texts: Texts) -> Values:
    return tuple(texts("sentence.more_chosen", name=name, value=count) for name in TYPED for count in COUNTS)


counts, many, ranks, numbers, typed, files, found = (
    of(*COUNTS),
    of(*MANY),
    of(*RANKS),
    of(*NUMBERS),
    of(*TYPED),
    of(*FILES),
    of(*COUNTS, *FOUND),
)
metrics = of(*(metric.name for metric in METRICS.values()))
columns = some("sentence.more_separator", of(*SYNONYMS))
lists = either(typed, texts_of(r"list_tabs\.unnamed"))
of_options = texts_of(*(rf"field\.{name}" for name, field in FIELDS.items() if field.options))
fields, clauses = texts_of(r"field\..*"), texts_of(r"clause\..*")
frames = "separator|but|or_name|places|in_list|every_list|rounding_also|profile_why"
departures = texts_of(r"mistake\..*", rf"departure\.(?!(?:{frames})$).*")
after_if = texts_of(r"mistake\..*", rf"departure\.(?!(?:{frames}|profile|label|grade|choice)$).*")  # what can follow an "if"
reasons = texts_of(r"undefined\..*", r"chart\.(?:no_|nothing_).*")
empty, over = texts_of(r"option\.empty\.(?:0|1|nan)"), texts_of(r"option\.mean_over\..*")
cutoffs, grades = labels("cutoff"), of("0", "3", "−1", "2.5", "?")
one_by_one = texts_of(r"chart\.(?:named_value|level_mark)")


def _of_every(names: str, kind: Kind) -> dict[str, Kind]:
    return dict.fromkeys(names.split(), kind)


# What stands in a slot: by the whole key and the slot, by the first part of the key and the slot, or by the slot alone.
KINDS: Mapping[str, Kind] = {
    **_of_every("at both count counting depth entries even flips given hits hits_upto judged left_out", counts),
    **_of_every("line losses missed n nonrelevant_below nonrelevant_tied others others_above others_at_least relevant", counts),
    **_of_every(
        "right shown size error.bad_score.where sort total wins wrong ties grid.first grid.second error.column "
        "error.few_judged.count error.few_judged.judged",
        counts,
    ),
    **_of_every(
        "limit length tried grid.count list_tabs.count libraries.count runs.listed.shown runs.listed.count link.found",
        many,
    ),
    **_of_every("error.other_judgments.of error.other_judgments_absent.of", many),
    **_of_every("runs_log.listed.shown runs_log.listed.count runs.of runs_log.of", many),
    **_of_every(
        "class_strip.many.count error.too_many_ones.found error.link_too_long.found error.measure_too_long.found "
        "diagnose.evidence.count",
        many,
    ),
    "diagnose.evidence_one_more.count": of("2", "12"),
    **_of_every("probe.further.count probe.note_further.count probe.note_further.number", of("2", "14")),
    "probe.note_further.kind": texts_of(r"probe\.kind_.*"),
    "ways": some("convention.separator", texts_of(r"probe\.way")),
    **_of_every(
        "error.file_too_large.found error.paste_too_long.found error.too_many_entries.found error.data_too_many.found",
        many,
    ),
    **_of_every("error.run_list_cut.count error.run_list_left_out.count mistake.batches.size error.too_many_lists.found", many),
    **_of_every("rank first last next place k words.cutoff_grown.asked sentence.ideal_cut_k.value", ranks),
    **_of_every(
        "area bound discount gain gap here highest high level low numerator denominator precision_at reach score", numbers
    ),
    **_of_every("chart.mean_note.sum chart.mean_note.base", numbers),
    **_of_every("precision recall share share_after statistic stop term value whole present length_mismatch.expected", numbers),
    **_of_every("guess.difference", of("0.015", "0.001", "2.500e+06")),
    **_of_every("guess", of("0.785", ".79", "78.5 %", "11/14")),
    **_of_every("grade departure.grade.value departure.grade.present departure.forgotten_one.grade", grades),
    **_of_every(
        "doc name old query part twice error.cutoff where what text row known list.name error.rule error.profile", typed
    ),
    **_of_every(
        "error.judged_twice.one error.judged_twice.other error.judged_twice_lines.one error.judged_twice_lines.other "
        "error.other_judgments.one error.other_judgments.other error.other_judgments_absent.one",
        grades,
    ),
    "other_line": counts,
    **_of_every("path header runs.name", files),
    **_of_every("error.found error.value error.expected error.field marked reason runs.found", found),
    **_of_every(
        "error.columns error.known error.other columns_missing.column columns_in_index.column columns_twice.column", columns
    ),
    **_of_every("error.columns_shared.column error.column_absent.column", columns),
    **_of_every("words.fallback_ties.name chart.name diagnose.name grid.no_choices.name", metrics),
    **_of_every("measure mean.name list_tabs.metric departure.wanted departure.label.read departure.label.said", measures),
    **_of_every(
        "list list_tabs.name first_name second_name grid.caption.first grid.caption_two.first grid.caption_two.second", lists
    ),
    **_of_every("choices.label", fields),
    **_of_every("panel.put.value panel.put_alone.value mean.value", empty),
    **_of_every("panel.spoken.name panel.spoken_change.name", measures),
    **_of_every("panel.spoken.value panel.spoken_change.value running_total.value", numbers),
    "panel.spoken_change.change": of("▲ +0.036", "▼ −0.117", "±0"),
    "panel.spoken_change.against": texts_of(r"panel\.(?:edited|against|against_step)"),
    "panel.against.choice": either(labels(), parts),
    **_of_every("typed", of("0.61", "75%", "2/3", "abc")),
    **_of_every("control_gain control_profile control_ties", texts_of(r"runs\.(?:gain|profile|ties)")),
    "sentence.ideal_cut_n.value": texts_of(r"option\.ideal_cut\.n"),
    "parts": some("convention.separator", of("k=abc → 6", "g=3x1", "gain_formula=g^^2 → 2^g-1")),
    "sentence.more.names": some("sentence.more_separator", either(clauses, texts_of(r"sentence\.more_chosen"))),
    "mean.names": some("sentence.more_separator", lists),
    "diagnose.names": some("convention.separator", departures),
    "names": lists,
    **_of_every("grid.rows grid.columns", of_options),
    "measures": some("sentence.more_separator", measures),
    "why": either(choices, texts_of(r"profile\..*", r"error\.(?:negative_grade|duplicate_entry)")),
    "words": departures,
    **_of_every("having same libraries.summary.other", counts),
    "all": of("17"),
    **_of_every(
        "better.first.here better.first.there two_derivations.first.here two_derivations.first.there "
        "two_derivations.first_before.here two_derivations.first_before.there",
        of("3/1", "2/1.585", "(7−1)/3", "0.5·0.8"),
    ),
    **_of_every("two_derivations.name better.first.name", measures),
    "whose": either(libraries, texts_of(r"diagnose\.wrong")),
    **_of_every("library_versions.since.version library_versions.until.version since until", of("0.12.2", "3.0", "2026-08")),
    "span": texts_of(r"library_versions\.(?:since|until|both)"),
    "library_versions.named.library": of("haystack", "llama-index"),
    **_of_every("library_note_format.of.kind library_note_format.by.kind", texts_of(r"library_kind\..*")),
    "library_note_format.many.libraries": some("sentence.more_separator", texts_of(r"library_note_format\.counted")),
    **_of_every("library_note_format.counted.count library_note_format.open.count", counts),
    "library_note_format.counted.library": of("haystack (up to 2.31.0)", "ragas"),
    "library_note_format.line.head": texts_of(r"library_note_format\.by"),
    "library_note_format.line.note": of("Grades are ignored."),
    "library_note_format.source.source": of("apache/spark#36843", "m_map.c"),
    "library_note_format.line.source": texts_of(r"library_note_format\.source"),
    **_of_every("libraries.found.count libraries.found.all", of("2", "45")),
    "version": of(*{profile.version: None for profile in PROFILES.values() if profile.version}),
    "diagnose.value.value": either(numbers, texts_of(r"panel\.undefined", r"panel\.refused")),
    "diagnose.value_mean.value": either(numbers, texts_of(r"panel\.undefined")),
    "diagnose.beyond.bound": texts_of(r"diagnose\.bound_.*"),
    **_of_every("diagnose.theirs_same.library diagnose.theirs_other.library probe.library", libraries),
    # The version stands beside the name.
    **_of_every(
        "probe.gives.library probe.checked.library probe.refuses.library",
        of(*dict.fromkeys(each.library for each in PROFILES.values())),
    ),
    "departure.in_list.words": texts_of(r"departure\.(?:grade|swap|missing|twice|forgotten_one)"),
    "departure.profile_why.words": texts_of(r"mistake\.(?:gain|discount|ideal|ap_base)_.*", r"departure\.choice"),
    "departure.profile_why.library": texts_of(r"departure\.profile"),
    "runs.words": conventions,
    **_of_every(
        "runs.other_queries.counts runs_log.other_queries.counts runs.flips_both.counts runs_log.flips_both.counts",
        of("a.run: 29, b.run: 30"),
    ),
    "baseline": files,
    "test": texts_of(r"runs\.table_test_\w+"),
    "correction": texts_of(r"runs\.table_holm"),
    **_of_every(
        "runs.table_means_by_measure.counts runs_log.table_means_by_measure.counts",
        of("nDCG@10: 50, AP: 49"),
    ),
    **_of_every("runs.table_left_out.counts runs_log.table_left_out.counts", of("a.run: 50, b.run: 48–49")),
    **_of_every("runs.table_by.version runs.table_by_book.version runs.table_own.version", of("0.1.0")),
    **_of_every("runs.table_choices.words", choices),
    "runs.weighted_note.measures": some("sentence.more_separator", of("GAUC", "P@5")),
    "runs.table_absent.names": some("sentence.more_separator", of("num_q", "gm_map")),
    "runs.table_untested.measures": some("sentence.more_separator", of("GAUC", "P@5")),
    "runs.table_untested.reason": texts_of(r"runs\.reason_weighted_mean"),
    "runs.table_shared.words": some("convention.separator", clause_parts),
    **_of_every("error.ids_do_not_meet.path error.ids_do_not_meet_documents.path", of("my.run", "run")),
    **_of_every("error.ids_do_not_meet.found error.ids_do_not_meet_documents.found", of("0", "13")),
    **_of_every("error.ids_do_not_meet.of error.ids_do_not_meet_documents.of error.ids_do_not_meet.judged", of("12", "6,980")),
    **_of_every("error.ids_do_not_meet.run error.ids_do_not_meet_documents.run", of('"1057.0", "1058.0"')),
    **_of_every("error.ids_do_not_meet.judgments error.ids_do_not_meet_documents.judgments", of('"1057"')),
    **_of_every(
        "error.ids_do_not_meet.reason error.ids_do_not_meet_documents.reason",
        texts_of(r"error\.ids_(?:blanks|case|decimal|zeros|prefix|exchanged|other_\w+)"),
    ),
    **_of_every("error.ids_several.rules error.ids_merged.rules error.ids_merged_queries.rules", of("prefix+decimal")),
    "error.number_without_measure.number": of("0.412", "'nDCG@10'"),
    **_of_every("cause.depth.depth cause.first_queries.count", of("10", "1000")),
    "cause.round.places": of("2", "3", "4"),
    "cause.relevant_from.grade": of("2", "3", "4.5"),
    "run_lookup.left_out_relevant_from.first": of("12", "5.5"),
    **_of_every("run_lookup.ours.of run_lookup.ours.count run_lookup.none.tried run_lookup.none_together.tried", many),
    "runs.flips_more.shown": of("10"),
    "runs_log.flips_more.shown": of("10"),
    "runs.my_moved_more.shown": of("5"),
    "runs_log.my_moved_more.shown": of("5"),
    "run_lookup.ours.value": numbers,
    **_of_every("run_lookup.profile.library run_lookup.profile_but.library", of("trec_eval", "scikit-learn")),
    "run_lookup.profile_but.choices": of("gain=exponential", "gain=exponential; ideal=retrieved"),
    "run_lookup.tried.tried": many,
    **_of_every("run_lookup.bound_worst.bound run_lookup.bound_best.bound run_lookup.bound_reached.bound", of("0", "1")),
    **_of_every(
        "run_lookup.bound_meet.queries run_lookup.bound_meet.of run_lookup.bound_meet.found run_lookup.bound_meet.judged"
        " run_lookup.bound_reached.reaching run_lookup.bound_reached.counted",
        many,
    ),
    "run_lookup.chance_count.count": of("1", "3", "100"),
    **_of_every(
        "run_lookup.chance_named.count run_lookup.chance_possible.count run_lookup.chance_weak.count",
        texts_of(r"run_lookup\.chance_(?:few|count)"),
    ),
    **_of_every("run_lookup.none.typed run_lookup.none_together.typed", of("nDCG@10 = 0.412", "nDCG@10 = 0.412; AP = 0.231")),
    **_of_every("cause.without.query cause.first_query_lost.query cause.last_query_lost.query", typed),
    **_of_every("run_lookup.moves.query error.run_both_ways.query", typed),
    "error.run_as_text.score": of("18.5", "1e-05"),
    "error.run_as_text.above": of("9.9, 9.7, 9.6"),
    **_of_every("run_lookup.moves.ours run_lookup.moves.theirs", numbers),
    **_of_every(
        "run_lookup.also.words run_lookup.also_all.words run_lookup.as_in.words run_lookup.convention.words"
        " run_lookup.or_other.one run_lookup.or_other.other",
        texts_of(r"cause\.\w+", r"departure\.choice"),
    ),
    "run_lookup.as_in.library": texts_of(r"departure\.profile"),
    "run_lookup.convention.values": of("nDCG@10 = 0.4744", "nDCG@10 = 0.4744; AP = 0.231"),
    **_of_every(
        "run_lookup.queries.names run_lookup.unanswered_out.names run_lookup.unanswered_counted.names"
        " run_lookup.unjudged_out.names run_lookup.unjudged_counted.names",
        some("convention.separator", typed),
    ),
    **_of_every(
        "error.ids_merged.one error.ids_merged.other error.ids_merged_queries.one error.ids_merged_queries.other"
        " error.ids_merged_queries.document error.ids_before.affix error.ids_after.affix",
        of(*TYPED),
    ),
    **_of_every("runs_error.ids_several.one runs_error.ids_several.other", texts_of(r"error\.ids_rule_\w+")),
    "runs.ids_read.rules": some("sentence.more_separator", texts_of(r"error\.ids_rule_\w+")),
    "control_ids": texts_of(r"runs\.ids"),
    "found": some("departure.or_name", measures),
    "library": some("sentence.more_separator", libraries),
    "libraries": some("sentence.more_separator", libraries),
    "choices": some("sentence.more_separator", choices),
    "profile": of(*PROFILES),
    "view": either(texts_of(r"diagnose\.ask_\w+"), measures),
    **_of_every("app.title_of.name app.title_in.name", texts_of(r"pages\.\w+")),
    "app.title_list.name": of("q1742-2 · lda"),
    "date": of("2026-11-22"),
    "unanswered.no_file.file": of("pyodide.asm.wasm"),
    "said": texts_of(r"probe\.(?:gives|checked)"),
    "probe.unsure.why": texts_of(r"profile\..*"),
    "probe.refuses.why": texts_of(r"error\.(?:negative_grade|duplicate_entry)"),
    **_of_every("diagnose.taken.value diagnose.taken_because.value", texts_of(r"diagnose\.value(?:_mean)?")),
    "diagnose.taken_because.words": departures,
    **_of_every("most", of("40")),
    "listed": some("sentence.more_separator", weights),
    **_of_every("wanted used", labels("ties")),
    **_of_every("departure.cutoff.value departure.cutoff.present sentence.cutoff.value", cutoffs),
    "sentence.highest.label": texts_of(r"option\.err_max\.none"),
    "sentence.highest.grade": grades,
    "option.slip.label": labels("gain", "discount", "pr_area", "ap_base"),
    "choices.shown": labels(),
    "base": labels("precision_base", "recall_base"),
    "terms.quotient.quotient": of("5 / 7", "6.861 / 8.740"),
    **_of_every("term.ideal_cut.here.ideal_k term.ideal_cut.here.pool", counts),
    **_of_every("tp fp fn tn", counts),
    "fpr": either(numbers, texts_of(r"panel\.undefined")),
    "rule": over,
    "formula": of("log₂(3 + 1)", "max(1, log₂ 3)", "3", "d(3)"),
    "chance": texts_of(r"diagnose\.chance", r"diagnose\.chance_small"),
    "places": texts_of(r"departure\.places"),
    "grades": either(of("3, 2, ?, 0"), texts_of(r"diagnose\.separate_missed")),
    "values": some("convention.separator", either(of("0.6131", "0.7"), texts_of(r"diagnose\.value_of"))),
    **_of_every("diagnose.shown diagnose.missed", of("3, 2, ?, 0")),
    "qrels": texts_of(r"runs\.qrels"),
    "variable": of("g", "i"),
    "title": texts_of(r"chart\.(?:pr|roc|bars_of|bars_title|cumulative|by_cutoff|running_\w+|pairs)"),
    "alt": one_by_one,
    "more": texts_of(r"chart\.(?:ap_area|auc_area|pairs_note)"),
    "rows": some("words.separator", texts_of(r"chart\.alt_row")),
    "points": either(some("convention.separator", one_by_one), reasons),
    "p": of("= 0.0312", "< 0.0001"),
    "chart.alt_row.value": of("0.785", "÷ 1.585", "–", "? → 0"),
    **_of_every("chart.pair.relevant chart.pair.other", texts_of(r"chart\.pair_(?:rank|missed)")),
    "state": texts_of(r"chart\.pairs_(?:right|tied|wrong)"),
    "note": texts_of(r"list\.tied"),
    **_of_every("R R_shown unjudged judged_shown judged_missed tied lists", counts),
    **_of_every(
        "gains discounts terms.by_rank.values terms.by_level.values", some("sentence.more_separator", of("1", "–", "?"))
    ),
    "terms.by_ideal_rank.values": some("sentence.more_separator", of("1", "0.387")),
    "terms.value.value": some("sentence.more_separator", of("1", "0.387")),
    "symbol": of("h", "R"),
    **_of_every("runs.no_mean_remedy.choice runs_log.no_mean_remedy.choice", of("empty=skip", "no_relevant=skip")),
    **_of_every("runs.no_mean.of runs_log.no_mean.of", many),
    **_of_every("runs.no_mean.names runs_log.no_mean.names", of("q1", "q1, q2, q3, …")),
    "runs.left_out_count.reason": texts_of(r"runs\.left_out_(?:not|nothing|undefined).*"),
    **_of_every(
        "runs.no_mean_empty.reasons runs_log.no_mean_empty.reasons",
        some("sentence.more_separator", texts_of(r"runs\.left_out_count")),
    ),
    "runs.no_mean_first.name": typed,
    "runs.no_mean_first.reason": either(texts_of(r"undefined\..*"), texts_of(r"runs(?:_log)?\.no_mean(?:_empty)?")),
    **_of_every("runs.no_mean_choose.own runs_log.no_mean_choose.own", texts_of(r"runs\.own")),
    **_of_every("runs.no_mean_choose.control runs_log.no_mean_choose.control", texts_of(r"runs\.profile")),
    **_of_every("runs.no_mean_choose.field runs_log.no_mean_choose.field", texts_of(r"field\.(?:empty|no_relevant)")),
    **_of_every("runs.no_mean_choose.option runs_log.no_mean_choose.option", labels("empty", "no_relevant")),
    **_of_every("error.no_common_queries.counts error_log.no_common_queries.counts", of("a 1, b 2")),
    "error.no_counted_queries.reason": texts_of(r"error\.uncounted_.*"),
    "error_log.no_counted_queries.reason": texts_of(r"error(?:_log)?\.uncounted_.*"),
    "error.group_size.place": of("2", "11"),
    "error.choice_elsewhere.here": of("unjudged=skip", 'measures=["nDCG@10", "AP"]'),
    "error.arguments_order.order": of("evaluate_run(run, qrels, measures)"),
    "error.path_is_address.address": of("https://example.org/my.run"),
    "static_sheet.whole_at.address": of("https://example.org/rankviz/"),
    "static_sheet.held_grades.grade": of("1", "4"),
    "terms.symbol_of.name": texts_of(r"term\.\w+\.name"),
    "term.gain.gain": labels("gain", "gain_table", "gain_formula"),
    "runs.here_option.option": labels("gain", "discount", "ties", "ideal"),
    **_of_every("runs.counts runs_log.counts", some("sentence.more_separator", of("120 / 121", "83.0 % (pixels)"))),
    "runs.here_test.p": of("= 0.0451", "< 0.0001"),
    "runs.here_test.corrected": of("0.0451", "< 0.0001"),
    **_of_every("runs.filled.choice runs_log.filled.choice", texts_of(r"field\.empty")),
    **_of_every("runs.filled.own runs_log.filled.own", texts_of(r"runs\.own")),
    **_of_every("term.gain.here.gain term.gain.here_none.gain", labels("gain", "gain_table", "gain_formula")),
    "discount": labels("discount", "discount_table", "discount_formula"),
    "threshold": labels("threshold"),
    "sentence": conventions,
    "terms.one_list.count": of("2", "11"),
    **_of_every("terms.measure.value terms.number.value", numbers),
    "terms.number.option": labels("gain", "discount"),
    **_of_every("picker.title.label", metrics),
    "saved_page.divided.quotient": of("3/4", "4.262 / 6.513"),
    **_of_every("error.judgments_differ.named error.judgments_kept.named", of('"d1" (3 ≠ 2)', '"文档" (0 ≠ 1), "b" (2 ≠ 1)')),
    **_of_every("comparison.winner comparison.list", of("A", "B")),
    "comparison.difference": of("0.022", "2", "2.500e+06"),
    "comparison.effect": of("−0.082", "+1"),
    **_of_every(
        "comparison.because_base.first comparison.because_base.second comparison.level comparison_table.level",
        of("0.2", "7.141", "1"),
    ),
    "second": of(*RANKS),
    "place": of(*RANKS),
    **_of_every("error.bad_order.count error.bad_swap.count error.bad_grades.count error.no_such_line.count", of("4", "9")),
    "error.no_such_line.line": typed,
    "error.class_questions.limit": of("100"),
    "class_teacher.task.trend.document": typed,
    "class_teacher.words.open_for.time": of("1:42"),
    "class_teacher.cannot.undefined.reason": texts_of(r"undefined\..*"),
    "class_teacher.words.phones_one.count": of("1"),
    "class_teacher.words.phones_many.count": many,
    **_of_every("class_teacher.to class_teacher.of class_teacher.number class_teacher.button.which_cause.count", many),
    "error.class_long_list.limit": of("30"),
    "error.class_long_list.found": of("31", "500"),
    "error.class_long_answer.limit": of("40"),
    "error.class_rooms.limit": of("200"),
    "answer_cause.slip.words": texts_of(r"departure\.(?:grade|swap|missing)"),
    "answer_cause.and_percent.words": departures,
    **_of_every(
        "answer_cause.forgotten.documents answer_cause.ideal_forgotten.documents",
        either(typed, texts_of(r"answer_cause\.and"), lambda texts: (texts("answer_cause.documents", count=4),)),
    ),
    "answer_cause.and.first": some("sentence.more_separator", typed),
    "answer_cause.and.last": typed,
    **_of_every(
        "answer_cause.why.divide.ideal answer_cause.why.divide.value answer_cause.why.rounding.value "
        "answer_cause.why.digits.value answer_cause.why.percent.value"
        " answer_cause.why.swap_wrong.value answer_cause.why.swap_none.value",
        numbers,
    ),
    **_of_every(
        "answer_cause.why.swap_right.before answer_cause.why.swap_right.after",
        numbers,
    ),
    "answer_cause.why.perfect.documents": texts_of(r"answer_cause\.why\.graded"),
    "answer_cause.mine.sentence.words": texts_of(r"answer_cause\.(?:short|gain|ideal_\w+)"),
    **_of_every(
        "answer_cause.why.graded.document answer_cause.why.grade.document answer_cause.why.unjudged.document "
        "answer_cause.why.missing.document answer_cause.why.swap.first answer_cause.why.swap.second",
        typed,
    ),
    **_of_every("answer_cause.why.term.here answer_cause.why.term.there", of("3/1", "2/1.585", "(7−1)/3")),
    **_of_every("answer_cause.why.comes_to.here answer_cause.why.comes_to.there", numbers),
    **_of_every(
        "answer_cause.why.term.name answer_cause.why.comes_to.name answer_cause.why.swap_right.measure",
        measures,
    ),
    "answer_cause.why.percent.percent": of("78.5"),
    **_of_every(
        "answer_cause.why.swap_right.swap answer_cause.why.swap_wrong.swap answer_cause.why.swap_none.swap",
        texts_of(r"answer_cause\.bars\.swap"),
    ),
    "answer_cause.documents.count": of("4", "11"),
    **_of_every("answer_cause.gain.value answer_cause.gain.present answer_cause.gain_other.value", labels("gain")),
    **_of_every(
        "answer_cause.discount.value answer_cause.discount.present answer_cause.discount_other.value", labels("discount")
    ),
    **_of_every(
        "answer_cause.bars.row.answer answer_cause.bars.row_named.answer",
        either(numbers, texts_of(r"answer_cause\.bars\.(?:line|swap)")),
    ),
    "class_strip.join.code": of("482\N{NO-BREAK SPACE}915", "1234\N{NO-BREAK SPACE}567"),
    "answer_cause.bars.row_named.words": texts_of(r"answer_cause\.(?:right|wrong_line|short|others\w*|gain|ideal_\w+)"),
    "answer_cause.bars.asked.said": texts_of(r"answer_cause\.bars\.(?:answers|after)"),
    "answer_cause.bars.asked.ask": texts_of(r"answer_cause\.bars\.ask_\w+"),
    "answer_cause.bars.line.line": ranks,
    **_of_every("answer_cause.bars.swap.first answer_cause.bars.swap.second", typed),
    "error.class_many_rooms.limit": of("5", "20", "60"),
    "error.class_many_rooms.minutes": of("1", "59", "720"),
    **_of_every("error.class_library.name error.needs_package.name", of("sqlalchemy", "psycopg")),
    "error.needs_package.command": of('pip install "rankviz[app]"', 'pip install ".[postgres]"'),
    **_of_every("error.class_schema.found error.class_schema.expected", of("1", "2", "?")),
    "error.bad_grades.top": of("1", "3"),
    **_of_every("lesson.number catalogue.number catalogue.done catalogue.count lesson.segment.number", counts),
    **_of_every("lesson.kicker.title lesson.next_lesson.title", of("The ideal and nDCG", "理想排序与 nDCG")),
    "lesson.segment.state": texts_of(r"lesson\.(?:here|done|open)"),
    "lesson.names": some("sentence.more_separator", metrics),
    "lesson.was.value": numbers,
    "lesson.no_number.n": typed,
    **_of_every("error.lists_twice.one error.lists_twice.other", of("y_true", "qid")),
    **_of_every("error.two_cutoffs.first error.two_cutoffs.second", of("3", "10")),
    "error.no_rows.what": of("run", "qrels", "BM25"),
    "error.metric_absent.name": of("num_q", "Judged@10"),
    "error.metric_near.name": of("gm_map", "alpha_nDCG@10"),
    "error.metric_near.near": of("AP", "P, R"),
    "error.parameter_is_choice.text": of("P(judged_only=True)@5"),
    "error.parameter_is_choice.parameter": of("judged_only", "gains"),
    "error.parameter_is_choice.choice": of("unjudged=skip", "gain=table, gain_table='0:0, 1:1, 2:3'"),
    "error.parameter_unread.text": of("P(gain=exponential)@5"),
    "error.parameter_unread.name": of("P", "nDCG"),
    "error.parameter_unread.parameter": of("gain", "rel"),
    "error.several_measures.text": of("all_trec", "AP, RR", "P"),
    "error.several_measures.names": of("AP, nDCG@10", "P@5, P@10, set_P"),
    "error.table_inside.where": of('run["test"]'),
    "error.list_groups.what": of("qid has 3 entries"),
    "error.list_groups.count": of("2", "15"),
    "error.in_list.name": typed,
    "error.in_list.what": texts_of(r"error\.bad_score", r"error\.length_mismatch"),
    "error.lesson_in.place": of("step[2].say.zh", "practise.level"),
    "error.lesson_in.what": texts_of(r"error\.lesson_(?!in$).*", r"error\.unknown_metric"),
    "error.lesson_no_point.page": of("explore", "compare"),
    "document": texts_of(r"comparison\.document(?:_unjudged)?"),
    "comparison.where": texts_of(r"comparison\.(?:moved|stayed|only_\w+|neither|none_\w+)"),
    "comparison.reason": texts_of(r"undefined\..*"),
    "documents": some("sentence.more_separator", typed),
    **_of_every("comparison.other comparison.loser", of("A", "B")),
    **_of_every("comparison.main", measures),
    **_of_every("comparison.high", of("3", "2.5")),
    **_of_every("comparison.low", of("1", "0.5")),
    **_of_every("comparison.number", of("1", "2")),
    "comparison.why_out.document": typed,
    "comparison.why_below.document": typed,
    "comparison.relevant": some("sentence.more_separator", typed),
    "kind": texts_of(r"comparison\.not_\w+"),
    **_of_every("comparison.here comparison.there", texts_of(r"comparison\.by_\w+")),
    "comparison.names": some("sentence.more_separator", measures),
    "comparison.last": typed,
    "comparison.by_one.effect": of("0.082", "1"),
    "comparison.by_each.effect": of("0.082", "1"),
    "comparison.hits": counts,
    **_of_every("comparison.brief_apart.first comparison.brief_apart.second", of("8", "9")),
    "comparison.alone": texts_of(r"comparison\.alone(?:_both)?"),
    **_of_every("comparison.tallies.first comparison.tallies.second", of("TP 5, FP 1", "TP 5, FP 1, TN 0")),
    "comparison.why_tallied.tallies": texts_of(r"comparison\.tallies"),
    "comparison.why_tallied_even.tallies": texts_of(r"comparison\.tallies"),
    "comparison.then": texts_of(r"comparison\.then_\w+"),
    "comparison.alone.list": of("A", "B"),
    **_of_every("comparison.alone_both.first comparison.alone_both.second", texts_of(r"comparison\.alone")),
    **_of_every(
        "comparison.apart.first comparison.apart.second comparison.why_uneven.first comparison.why_uneven.second", of("8", "9")
    ),
    **_of_every("side before after winner.ahead.side", of("A", "B")),
    **_of_every("two_lists.name two_lists.folded.judged compare_cards.judged.document", either(typed, counts)),
    **_of_every("difference.name derivations.effect_over.name derivations.effect_split.name derivations.base.name", measures),
    **_of_every(
        "difference.a difference.b derivations.under winner.a winner.b compare_cards.a compare_cards.b compare_cards.low "
        "compare_cards.high",
        numbers,
    ),
    **_of_every("derivations.before derivations.after derivations.effect derivations.own moves derivations.base.base", numbers),
    **_of_every("derivations.split.others difference.sum.value", numbers),
    "derivations.document": texts_of(r"comparison\.document(?:_unjudged)?"),
    "derivations.where": texts_of(r"comparison\.(?:moved|stayed|only_\w+|neither|none_\w+)"),
    **_of_every("winner.parts.name winner.ahead.name winner.level.name", measures),
    "winner.values": texts_of(r"winner\.values"),
    **_of_every("winner.ahead.ahead winner.lead.ahead winner.empty_value.value comparison.why_empty.value", of("0.022", "2")),
    "winner.measure": measures,
    "winner.level.ahead": texts_of(r"winner\.even", r"panel\.undefined"),
    "winner_flips.number_of.name": texts_of(r"field\.(?:discount_power|gain_base|rbp_p)"),
    "winner_flips.option": labels("discount"),
    "winner_flips.symbol": of("b", "s", "k", "p"),
    **_of_every("winner_flips.at margin", of("1.428", "0.5", "2")),
    **_of_every("winner_flips.low winner_flips.high", of("0", "1.428", "4")),
    "word": texts_of(r"winner_flips\.word_\w+"),
    "winner_flips.parts": some("convention.separator", texts_of(r"winner_flips\.(?:at|below|above|between)")),
    "polynomial": of("−0.200 − 0.313 b + 0.318 b²", "0.5 b"),
    "levels": some("sentence.more_separator", of("≥ 1", "≥ 2")),
    **_of_every("possible", many),
    **_of_every(
        "compare_cards.tried compare_cards.tried_some.tried compare_cards.exchange compare_cards.move compare_cards.insertion",
        many,
    ),
    **_of_every("compare_cards.count compare_cards.most", many),
    **_of_every("compare_cards.document compare_cards.other", typed),
    "compare_cards.grade": of("0", "3", "2.5"),
    "compare_cards.grades": some("sentence.more_separator", of("1", "2", "3")),
    "compare_cards.decides_from.grades": of("1", "2.5"),
    "compare_cards.name": texts_of(r"term\.(?:tau_ap|tau_b|rho|rbo)\.name"),
    **_of_every("compare_cards.first compare_cards.second", of("A", "B")),
    **_of_every("compare_cards.symbol", of("p")),
    **_of_every("compare_cards.number", of("0.9")),
    **_of_every("compare_cards.depth compare_cards.compared_common.a compare_cards.compared_common.b", counts),
    **_of_every(
        "compare_cards.compared_all.a compare_cards.compared_all.b compare_cards.compared_tied_below.a "
        "compare_cards.compared_tied_below.b",
        counts,
    ),
    "compare_cards.judged": some("sentence.more_separator", texts_of(r"compare_cards\.judged")),
    **_of_every("compare_cards.lost_alt.a compare_cards.lost_alt.b", some("sentence.more_separator", of("0.215", "−0.1"))),
    **_of_every("prompt.measure worksheet.measure feedback.measure", measures),
    **_of_every("prompt.digits feedback.digits", of("3")),
    "prompt.documents": some("sentence.more_separator", texts_of(r"prompt\.graded")),
    "prompt.document": typed,
    "prompt.list": of("A", "D"),
    "prompt.grade": grades,
    **_of_every("feedback.n", of("0.624", "5/8", "62.4 %")),
    **_of_every("feedback.k hint.k", of("2", "5")),
    "feedback.count": of("4", "9"),
    "feedback.value": numbers,
    "feedback.wrong.words": texts_of(
        r"feedback\.(?!wrong|right|short|percent|several).*\.name.*",
        r"feedback\.(?:unknown|too_few|not_whole|other|found|found_as)",
    ),
    "feedback.several.words": some("words.separator", texts_of(r"feedback\.\S+\.name.*")),
    "feedback.found.words": after_if,
    "feedback.found_as.words": departures,
    **_of_every("gap.measure wrong_line.measure", measures),
    **_of_every("gap.n", of("0.624", "4")),
    **_of_every("gap.value wrong_line.value", of("0.785", "4")),
    **_of_every(
        "written_derivation.number written_derivation.rank wrong_line.line wrong_line.first wrong_line.last "
        "wrong_line.why.rank",
        of("2", "7"),
    ),
    **_of_every("written_derivation.grade wrong_line.grade", of("0", "2", "2.5")),
    "written_derivation.words": texts_of(r"written_derivation\.(?!text).*"),
    **_of_every("gap.line", of("2", "7")),
    "gap.term": of("2/3", "1.000+0.333"),
    "written_derivation.formula": of("2/3 = 0.667", "(0.500·0.333)/2 = ?"),
    "wrong_line.is_right.why": texts_of(r"wrong_line\.why\..*"),
    **_of_every("wrong_line.found.words wrong_line.solved.words", texts_of(r"feedback\.\S+\.name.*")),
    "worksheet.measures": some("sentence.more_separator", measures),
    "worksheet.number": counts,
    "worksheet.command": of("rankviz exercises nDCG@3 AP --count=4"),
    "kind.measure": measures,
    "sets.measure": measures,
    **_of_every("sets.typed", of("a", "3")),
    "sets.words": texts_of(r"better\.option_\w+"),
    **_of_every("sets.value", numbers),
    **_of_every("sets.count sets.line", ranks),
    **_of_every("sets.shown sets.missed", of("3 2 ? 0", "1")),
    **_of_every("sets.k", ranks),
    **_of_every("setup.minutes setup.number setup.count setup.low setup.high setup.used setup.limit setup.found", many),
    "results.title.title": texts_of(r"practice\.title"),
    **_of_every("results.seed results.number results.solved", ranks),
    "results.count": many,
    "results.went": texts_of(r"results\.(?:first_try|second_try)"),
    **_of_every("results.numbers results.first results.last", of("3", "1, 2")),
    "results.lesson.title": typed,
    **_of_every("practice.number practice.count", counts),
    **_of_every("practice.hints practice.tries", of("6", "11")),
    "practice.when": texts_of(r"practice\.try_\w+"),
    "practice.help": texts_of(r"practice\.hints_\w+"),
    "practice.measures": some("sentence.more_separator", measures),
    "practice.state": texts_of(r"practice\.(?:solved_as|shown|skipped|begun|kept|new)"),
    "practice.n": of("0.624", "5/8", "62.4 %"),
    **_of_every("practice.name working.look_total.name working.first_total.name", measures),
    "practice.rest": some("sentence.more_separator", measures),
    "practice.term": of("2/1.585", "(1·0.5)/3", "2.750/3"),
    "practice.value": numbers,
    "working.symbol": of("S", "R", "U"),
    "working.total.name": texts_of(r"term\.(?:sum|R)\.name"),
    "working.name": texts_of(r"working\.name\.\w+"),
    **_of_every("class_question.measure", measures),
    **_of_every("class_question.number class_question.before class_question.after", of(*RANKS)),
    "class_question.task": texts_of(r"class_question\.ask_\w+", r"wrong_line\.task", r"gap\.task"),
    "class_question.document": of(*TYPED),
    **_of_every("class_phone.n class_phone.of", counts),
    "class_phone.typed": of(*FOUND),
    **_of_every("better.measure order.measure who.measure reach.measure", measures),
    **_of_every(
        "better.value better.other better.opposite.first better.not_equal.first better.second order.value.value who.value "
        "reach.target",
        numbers,
    ),
    **_of_every("better.list order.list above below", of("A", "D")),
    "options.words": texts_of(r"better\.(?:ahead|even)", r"trend\.solved_.*", r"swap\.solved"),
    "order.lists": some("sentence.more_separator", texts_of(r"order\.value")),
    **_of_every("order.place order.count reach.moves used who.number", counts),
    "who.names": some("sentence.more_separator", libraries),
    "who.choice": either(choices, texts_of(r"who\.present")),
    "reach.top": grades,
    **_of_every("trend.measure swap.measure no_better_swap.measure", measures),
    **_of_every("trend.document swap.one swap.other swap.name swap.up swap.down", typed),
    **_of_every("trend.rank trend.to swap.first swap.second", ranks),
    **_of_every("trend.before trend.after swap.before swap.after swap.value", numbers),
    **_of_every("trend.own trend.others swap.gained swap.lost swap.others", of("+0.149", "−0.250", "0")),
    **_of_every("trend.first.here trend.first.there", of("3/1", "2/1.585", "(7−1)/3", "0.5·0.8")),
    "trend.name": measures,
    "trend.passed": counts,
    "practice.solved_as.outcome": texts_of(r"results\.(?:first_try|nth_try|and_hints|right)"),
    "results.level": texts_of(r"results\.level\..*"),
    "swap.pair": texts_of(r"swap\.pair"),
    "swap.pairs": some("sentence.more_separator", texts_of(r"swap\.pair")),
    "swap.number": counts,
    "reach.document": typed,
    **_of_every("reach.before reach.after", grades),
    **_of_every("list_as_question.own list_as_question.count list_as_question.right", counts),
    **_of_every("list_as_question.document list_as_question.other", typed),
    **_of_every("list_as_question.grade list_as_question.old", grades),
    "list_as_question.unknown.name": metrics,
    "list_as_question.several.name": lists,
    **_of_every("list_as_question.too_long.found list_as_question.too_long.limit list_as_question.long.count", many),
    "list.row_note.row": texts_of(r"list\.row(?:_unjudged)?"),
}


def kind_of(key: str, slot: str) -> Kind:
    """What stands in a slot of a sentence."""
    names = (f"{key}.{slot}", f"{key.partition('.')[0]}.{slot}", slot)
    found = next((KINDS[name] for name in names if name in KINDS), None)
    assert found is not None, f"tests/helpers/slots.py does not say what can stand in {{{slot}}} of {key}"
    return found


def filled(key: str, texts: Texts) -> Iterator[str]:
    """A sentence with all that can stand in it."""
    if key.startswith("sentence.") and key.removeprefix("sentence.") in METRICS:
        yield from of_metric(METRICS[key.removeprefix("sentence.")], texts)
        return
    if key in TOGETHER:
        yield from TOGETHER[key](texts)
        return
    slots = texts.places(key)
    values = [tuple(dict.fromkeys(kind_of(key, slot)(texts))) for slot in slots]
    for combination in product(*values) if prod(map(len, values)) <= MOST else one_at_a_time(values):
        yield write(key, dict(zip(slots, combination, strict=True)), texts)


def one_at_a_time(values: list[Values]) -> Iterator[Values]:
    """Every value of every slot, the others standing still."""
    first = tuple(each[0] for each in values)
    return ((*first[:i], value, *first[i + 1 :]) for i, each in enumerate(values) for value in each)


def of_metric(metric: Metric, texts: Texts) -> Iterator[str]:
    """The sentence of a metric with every option of every two of its choices; with all at once if there is time."""
    names = [name for name in metric.uses if FIELDS[name].stage != "means" and not FIELDS[name].variable]
    options = {name: metric.uses[name] or choices_of(name) for name in names}
    usual = {name: values[0] for name, values in options.items()} | {"cutoff": 3}
    has_ideal: dict[tuple[tuple[str, object], ...], bool] = {}  # by what is not as usual: many pairs share that
    for pair in [tuple(names)] if LONG else [*combinations(names, 2), tuple(names[:1])]:
        for values in product(*(options[name] for name in pair)):
            unusual = tuple((name, value) for name, value in zip(pair, values, strict=True) if value != usual[name])
            has_ideal[unusual] = has_ideal.get(unusual, False) or "ideal" in pair
    for unusual, with_ideal in has_ideal.items():
        chosen = usual | dict(unusual)
        own = {name: text for name, text in OWN.items() if name.rpartition("_")[2] == chosen.get(name.rpartition("_")[0])}
        convention = TEXTBOOK.with_choices({name: value for name, value in chosen.items() if name in metric.uses} | own)
        for numbered in ({}, {"judged": 8, "retrieved": 1}) if with_ideal else ({},):
            yield ConventionWords(metric, convention, None, texts, numbered).sentence


def departures_by_choice(texts: Texts) -> Iterator[str]:
    for name in FIELDS:
        words = [option_label(name, value, texts) for value in choices_of(name)]
        for value, present in combinations(words, 2):
            yield texts("departure.choice", field=field_label(name, texts), value=value, present=present)


def departures_by_number(texts: Texts) -> Iterator[str]:
    for name in FIELDS:
        numbers = [each for each in choices_of(name) if isinstance(each, int | float) and not isinstance(each, bool)]
        words = [option_label(name, value, texts) for value in numbers]
        for value, present in combinations(words, 2):
            yield texts("departure.number", field=field_label(name, texts), value=value, present=present)


def own_options(texts: Texts, key: str) -> Iterator[str]:
    """Options that are the person's own, with what they are."""
    found = (
        (name, option, own)
        for name, field in FIELDS.items()
        for option in field.options or ()
        if (own := field.custom_field_of(option))
    )
    for name, option, own in found:
        label, symbol = option_label(name, option, texts), FIELDS[own].symbol
        more = {"symbol": symbol} if symbol else {}
        for value in choices_of(own) if bool(symbol) == (key == "sentence.own_number") else ():
            yield texts(key, label=label, value=option_label(own, value, texts), **more)


def own_limits(texts: Texts, key: str) -> str:
    """The gain with a base of one's own, at a base where its formula says nothing of itself."""
    return texts(key, label=option_label("gain", "base", texts), symbol="b")


# Sentences whose slots hold what belongs together.
TOGETHER: Mapping[str, Callable[[Texts], Iterator[str] | Values]] = {
    "convention.part": parts,
    "departure.choice": departures_by_choice,
    "departure.number": departures_by_number,
    "sentence.more_chosen": lambda texts: (
        texts("sentence.more_chosen", name=texts(f"clause.{name}"), value=option_label(name, value, texts))
        for name in FIELDS
        if f"clause.{name}" in texts
        for value in choices_of(name)
    ),
    "sentence.own": lambda texts: own_options(texts, "sentence.own"),
    "sentence.own_number": lambda texts: own_options(texts, "sentence.own_number"),
    "sentence.own_gain_base_0": lambda texts: iter([own_limits(texts, "sentence.own_gain_base_0")]),
    "sentence.own_gain_base_1": lambda texts: iter([own_limits(texts, "sentence.own_gain_base_1")]),
    "sentence.ideal_discounted": lambda texts: (
        texts("sentence.ideal_discounted", ideal=ideal, discount=discount)
        for ideal in labels("ideal")(texts)
        for discount in labels("ideal_discount")(texts)
    ),
}

SOURCES = [path.read_text(encoding="utf-8") for path in Path(rankviz.__file__).parent.rglob("*.py")]
SENT = tuple(f"{name}." for source in SOURCES for name in re.findall(r'texts\.group\("(\w+)"\)', source))
ASKED = {(name, end == "{") for source in SOURCES for name, end in re.findall(r'"(\w+\.\w*)("|\{)', source)}


def is_filled_in_the_browser(key: str) -> bool:
    """Whether a script fills the sentence, which knows nothing of spaces: its words have them as they must be."""
    return key.startswith(SENT) and not any(key == name or (is_begun and key.startswith(name)) for name, is_begun in ASKED)


def write(key: str, values: dict[str, str], texts: Texts) -> str:
    """Fill a sentence as the program does."""
    return texts.template(key).format_map(values) if is_filled_in_the_browser(key) else texts(key, **values)


def sentences(texts: Texts) -> Iterator[tuple[str, str]]:
    """All sentences, those with slots with every value, by their keys."""
    for key in catalogue(texts.language):
        if texts.places(key):
            yield from ((key, each) for each in dict.fromkeys(filled(key, texts)))
        else:
            yield key, texts.template(key)
