"""Asking about the list on the page: how telling a question it is, and the link to it."""

from __future__ import annotations

from rankviz.basics.limits import MAX_LINK
from rankviz.display.parts.link import full_url
from rankviz.learn.view.own_question import learn_params_of, learn_query_of, own_question_payload
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.dialogs.share_dialogs import link_line_payload
from rankviz.state.permalink import length_of
from rankviz.texts import Texts


def own_question_dialog_payload(over: DialogContext, texts: Texts) -> Data:
    """Build the dialog with its link; a part that is covered leaves only the reason why it says nothing.

    Returns
    -------
    dict
        As `own_question_payload`, with `line`, as `line_data` builds it, and `place`, what Learn is asked; or `problem` alone.

    Notes
    -----
    It asks for `make_telling`, and for `prepare_learn` with the place.
    """
    if over.has_withheld_parts:
        return {"problem": texts("list_as_question.covered")}
    data = own_question_payload(over.state, over.locked, texts)
    if data["problem"]:
        return data
    parameters = learn_params_of(over.state)
    if (found := length_of(parameters)) > MAX_LINK:
        return data | {"problem": texts("list_as_question.too_long", found=found, limit=MAX_LINK)}
    # It is offered on the first page, in whose folder the others lie.
    link = full_url(f"{over.base_url}{'' if over.base_url.endswith(('/', '#')) else '/'}learn", parameters)
    return data | {"line": link_line_payload(link, texts), "place": learn_query_of(over.state)}
