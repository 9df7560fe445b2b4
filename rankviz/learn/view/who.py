"""A number, and four who may have given it: what the middle of the question is given."""

from __future__ import annotations

from rankviz.display.number_format import fixed_decimals
from rankviz.learn.questions.question import Question
from rankviz.learn.view.mini_lists import Data
from rankviz.learn.words import who
from rankviz.texts import Texts


def middle(question: Question, chosen: str, texts: Texts, *, over: bool) -> Data:
    """Build the options.

    Parameters
    ----------
    question : Question
    chosen : str
        Key of the option that was checked last, "" if none was yet.
    texts : Texts
    over : bool
        Whether the answer may be seen.

    Returns
    -------
    dict
        `options`, each `{key, label, caption}`, when it is over with its `value`; `note`, `legend`, `chosen`, `over`, and
        when it is over `right`, the key, with `is_right`.
    """
    given = who.kind_data(question)
    separator = texts("sentence.more_separator")
    options: list[Data] = [
        {
            "key": key,
            "label": separator.join(who.names_of(question, key, texts)),
            "caption": who.differing_choices(question, key, texts),
        }
        for key in given.keys
    ]
    found: Data = {
        "note": texts("who.note_libraries" if any(map(who.is_library, given.keys)) else "who.note_choices"),
        "legend": texts("who.legend"),
        "chosen": chosen if chosen in given.keys else "",
        "over": over,
    }
    if not over:
        return found | {"options": options}
    valued = [
        each | {"value": fixed_decimals(value, question.digits)} for each, value in zip(options, given.values, strict=True)
    ]
    return found | {"options": valued, "right": given.right, "is_right": texts("who.is_right")}
