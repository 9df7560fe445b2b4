"""When a choice can make a difference: on given lists, and to a metric that makes its other choices so.

Each function answers for one or more fields: False only if every option of the field gives the same. Those about the lists read
the choices that are applied before their own (see `arrange`), and none that is applied after.
"""

from __future__ import annotations

from collections.abc import Collection
from math import floor
from typing import Any

from rankviz.core.conventions.list_facts import ListFacts
from rankviz.core.conventions.option_formulas import AP_BASES, DISCOUNTS, PRECISION_BASES, RECALL_BASES, Option

Choices = Any  # a Convention, which is made of the fields that these functions belong to
Uses = Collection[str]  # the fields that a metric declares; the convention is then narrowed to them
REMOVES_DUPLICATES = ("dedupe_first", "last_wins")
MOST_RELEVANT = 100  # for so many relevant documents a rule of rounding is tried out


# ---------------------------------------------------------------------------------------------------------------------------
# To the lists themselves


def has_missed(facts: ListFacts, _: Choices) -> bool:
    """Whether a list misses judged documents."""
    return facts.missed > 0


def sees_missed(facts: ListFacts, convention: Choices) -> bool:
    """Whether a list misses judged documents, and the convention knows them."""
    return facts.missed > 0 and convention.unretrieved != "invisible"


def has_long_scores(facts: ListFacts, _: Choices) -> bool:
    """Whether scores are tied, or 0, in 32 bits only."""
    return facts.tied_in_32_bits or facts.zero_in_32_bits


def has_scores_to_filter(facts: ListFacts, convention: Choices) -> bool:
    """Whether a score is not above 0, as the scores are read."""
    return facts.not_positive or (facts.zero_in_32_bits and convention.score_bits == "32")


def has_ties(facts: ListFacts, convention: Choices) -> bool:
    """Whether scores are tied, as they are read."""
    return facts.tied or (facts.tied_in_32_bits and convention.score_bits == "32")


def has_duplicates(facts: ListFacts, _: Choices) -> bool:
    """Whether entries have the same id."""
    return facts.duplicates


def has_negative(facts: ListFacts, convention: Choices) -> bool:
    """Whether there are grades below 0."""
    return facts.negative or (facts.missed_low < 0 and sees_missed(facts, convention))


def missed_may_be_refused(facts: ListFacts, convention: Choices) -> bool:
    """Whether a missed document has a grade below 0 where that is refused: there is a value only if the grade is unknown."""
    return bool(convention.negative == "error") and facts.missed_low < 0


def has_unjudged(facts: ListFacts, convention: Choices) -> bool:
    """Whether entries have no grade, or lose it as duplicates or since it is below 0."""
    loses_duplicates = facts.duplicates and convention.duplicates == "first_only"
    return facts.unjudged or loses_duplicates or (facts.negative and convention.negative == "unjudged")


def has_grades(facts: ListFacts, convention: Choices) -> bool:
    """Whether there are judged documents, or others that the convention gives a grade."""
    return facts.grades is None or bool(facts.grades) or _imputes_grades(facts, convention)


def has_grade_at_threshold(facts: ListFacts, convention: Choices) -> bool:
    """Whether a grade is on the threshold; one below 0 may be read as 0."""
    has_low = facts.negative or facts.missed_low < 0
    is_imputed = _imputes_grades(facts, convention) and convention.threshold == convention.unjudged_grade
    return facts.grades is None or convention.threshold in facts.grades or (has_low and convention.threshold == 0) or is_imputed


def _imputes_grades(facts: ListFacts, convention: Choices) -> bool:
    """Whether there are entries without a grade that the convention gives one."""
    return bool(convention.unjudged == "grade") and has_unjudged(facts, convention)


# ---------------------------------------------------------------------------------------------------------------------------
# To the cutoff, and the counts that are divided by


def fewest_entries(facts: ListFacts, convention: Choices) -> int:
    """Return the number of entries that a convention leaves in the shortest list, at least."""
    removes_duplicates = facts.duplicates and convention.duplicates in REMOVES_DUPLICATES
    removes_negative = facts.negative and convention.negative == "remove"
    removes = removes_duplicates or removes_negative or convention.unjudged == "skip"
    return facts.shortest_kept if removes else facts.shortest


def is_cut_beyond(facts: ListFacts, convention: Choices) -> bool:
    """Whether a list may end before its cutoff."""
    return convention.cutoff is not None and convention.cutoff > fewest_entries(facts, convention)


def stays_beyond(facts: ListFacts, convention: Choices) -> bool:
    """Whether a list may end before its cutoff and the cutoff stays there, so that k and the list's length differ."""
    return convention.short_list == "pad" and is_cut_beyond(facts, convention)


def divides_precision_otherwise(facts: ListFacts, convention: Choices) -> bool:
    """Whether k, the list's length and min(k, R) may be different denominators of precision."""
    deepest = facts.longest if convention.cutoff is None else convention.cutoff
    fewer = deepest > 1 or (deepest == 1 and may_judge_nothing_relevant(facts, convention))
    return fewer or stays_beyond(facts, convention)


def cuts_ideal(facts: ListFacts, convention: Choices) -> bool:
    """Whether the ideal ranking may hold more documents than are counted; one of k documents of grade 1 always does."""
    entries = fewest_entries(facts, convention)
    depth = entries if convention.cutoff is None else min(entries, convention.cutoff)
    return convention.ideal == "k_ones" or max(facts.longest, facts.most_judged) > depth


def counts_relevant_otherwise(facts: ListFacts, convention: Choices) -> bool:
    """Whether all relevant documents, those shown, and at most k of them may be different numbers."""
    more_than_k = convention.cutoff is not None and facts.most_judged > convention.cutoff
    return more_than_k or (sees_missed(facts, convention) and misses_relevant(facts, convention))


def may_tie_pairs(facts: ListFacts, convention: Choices) -> bool:
    """Whether a relevant and another document may be tied; missed ones may be tied with each other, too."""
    are_missed_tied = facts.missed > 1 and sees_missed(facts, convention) and convention.auc_range == "all_judged_or_retrieved"
    misses_both = misses_relevant(facts, convention) and misses_others(facts, convention)
    return has_ties(facts, convention) or (are_missed_tied and misses_both)


def misses_relevant(facts: ListFacts, convention: Choices) -> bool:
    """Whether a document that is not shown may be relevant; grades below 0 may be read as 0."""
    return facts.missed_high < 0 or _is_relevant(facts.missed_high, convention)


def misses_others(facts: ListFacts, convention: Choices) -> bool:
    """Whether a document that is not shown may be not relevant."""
    return facts.missed_low < 0 or not _is_relevant(facts.missed_low, convention)


def misses_the_best(facts: ListFacts, convention: Choices) -> bool:
    """Whether the highest grade is read, and may be that of a document that is not shown; it is never below 0."""
    return bool(convention.err_stop == "scaled") and facts.missed_above and facts.missed_high > 0


def may_show_nothing_relevant(facts: ListFacts, convention: Choices) -> bool:
    """Whether a list may hold nothing relevant."""
    return facts.best_shown < 0 or not _is_relevant(facts.best_shown, convention)


def may_judge_nothing_relevant(facts: ListFacts, convention: Choices) -> bool:
    """Whether a list may have nothing relevant among the judged documents that are known."""
    best = facts.best_shown if knows_shown_only(convention) else facts.best_judged
    return best < 0 or not _is_relevant(best, convention)


def knows_shown_only(convention: Choices) -> bool:
    """Whether judged documents that were not retrieved are unknown; each metric has another choice that says so."""
    return bool(convention.unretrieved == "invisible" or convention.ideal == "retrieved" or convention.auc_range == "retrieved")


def _is_relevant(grade: float, convention: Choices) -> bool:
    return bool(grade > convention.threshold if convention.strict == "yes" else grade >= convention.threshold)


def may_be_undefined(facts: ListFacts, _: Choices) -> bool:
    """Whether the value may be 0/0."""
    return facts.undefined


def has_lists_that_may_not_count(facts: ListFacts, convention: Choices) -> bool:
    """Whether there are several lists, and one may have no entries or nothing relevant in it."""
    return facts.lists > 1 and may_show_nothing_relevant(facts, convention)


def has_several_lists(facts: ListFacts, _: Choices) -> bool:
    """Whether there are several lists."""
    return facts.lists > 1


# ---------------------------------------------------------------------------------------------------------------------------
# To a metric, by what else it declares


def relevance_is_read(_: ListFacts, convention: Choices, uses: Uses) -> bool:
    """Whether relevance is read: by a gain only if it is binary, by any metric if nothing relevant has an answer of its own."""
    return answers_nothing_relevant(_, convention) or not grades_are_read(convention, uses)


def grades_are_read(convention: Choices, uses: Uses) -> bool:
    """Whether a gain tells relevant documents of different grades apart."""
    return ("gain" in uses and convention.gain != "binary") or ("rbp_gain" in uses and convention.rbp_gain != "binary")


def k_is_read(_: ListFacts, convention: Choices, uses: Uses) -> bool:
    """Whether the cutoff is a number in the formula, and not only where the list is cut."""
    bases = (("ap_base", AP_BASES), ("precision_base", PRECISION_BASES), ("recall_base", RECALL_BASES))
    divides_by_k = any(name in uses and _reads_k(table[getattr(convention, name)]) for name, table in bases)
    return divides_by_k or ("ideal" in uses and (convention.ideal_cut == "k" or convention.ideal == "k_ones"))


def _reads_k(option: Option) -> bool:
    return "<k>" in option.template and "<n>" not in option.template


def missed_are_read(facts: ListFacts, convention: Choices, uses: Uses) -> bool:
    """Whether missed documents are read: a denominator counts the relevant ones wherever they are, bpref's others, too."""
    bases = (("ap_base", AP_BASES), ("precision_base", PRECISION_BASES), ("recall_base", RECALL_BASES))
    templates = [table[getattr(convention, name)].template for name, table in bases if name in uses]
    if templates and not any("<R>" in each for each in templates):
        return False
    only_relevant = "threshold" in uses and ("bpref_base" not in uses or convention.bpref_base == "R")
    return not only_relevant or misses_relevant(facts, convention)


def answers_nothing_relevant(_: ListFacts, convention: Choices) -> bool:
    """Whether lists with nothing relevant get another answer than the formula's, so that every metric reads relevance."""
    return bool(convention.no_relevant != "formula")


def persistence_is_read(_: ListFacts, convention: Choices, uses: Uses) -> bool:
    """Whether the persistence is read: of discounts only the geometric one has it."""
    return "discount" not in uses or convention.discount == "geometric"


def unjudged_have_a_grade(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether entries without a grade are given one."""
    return bool(convention.unjudged == "grade")


def gain_is_table(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the gain is a custom table."""
    return bool(convention.gain == "table")


def gain_is_formula(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the gain is a custom formula."""
    return bool(convention.gain == "formula")


def gain_is_base(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the gain has a custom base."""
    return bool(convention.gain == "base")


def discount_is_table(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the discount is a custom table."""
    return bool(convention.discount == "table")


def discount_is_formula(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the discount is a custom formula."""
    return bool(convention.discount == "formula")


def discount_is_power(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the discount has a custom strength."""
    return "<s>" in DISCOUNTS[convention.discount].template


def scale_is_read(_: ListFacts, convention: Choices, __: Uses) -> bool:
    """Whether the chance of stopping is scaled by the highest grade."""
    return bool(convention.err_stop == "scaled")


def length_is_read(_: ListFacts, convention: Choices) -> bool:
    """Whether the length of the list decides the length of the ideal ranking, or where that is cut."""
    shrinks = convention.cutoff is not None and convention.short_list == "shrink"
    return convention.ideal != "judged" or convention.ideal_cut == "n" or shrinks


def level_is_rounded(facts: ListFacts, convention: Choices, uses: Uses) -> bool:
    """Whether rounding up and to the nearest differ at the recall level for some number of relevant documents."""
    if "recall_level" not in uses or facts.most_judged > MOST_RELEVANT:
        return True
    wanted = (convention.recall_level * count for count in range(1, facts.most_judged + 1))
    return any(floor(each + 0.9) != floor(each + 0.5) for each in wanted)
