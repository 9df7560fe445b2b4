"""The dialog that makes a practice question of the current list, with its link."""

from __future__ import annotations

from rankviz.basics.limits import MAX_LINK
from rankviz.display.parts.link import full_url
from rankviz.learn.view.own_question import learn_params_of, learn_query_of, own_question_payload
from rankviz.page.dialogs.dialog_context import Data, DialogContext
from rankviz.page.dialogs.share_dialogs import link_line_payload
from rankviz.state.permalink import length_of
from rankviz.texts import Texts


def own_question_dialog_payload(context: DialogContext, texts: Texts) -> Data:
    """Build the dialog with its link; while a part is covered, only the reason why there is no question.

    Returns
    -------
    dict
        As `own_question_payload`, with `line`, as `link_line_payload` builds it, and `learn_query`, the parameters of Learn;
        or `problem` alone.

    Notes
    -----
    The part dispatches `make_telling`, and `prepare_learn` with `learn_query`.
    """
    if context.has_withheld_parts:
        return {"problem": texts("list_as_question.covered")}
    payload = own_question_payload(context.state, context.locked, texts)
    if payload["problem"]:
        return payload
    parameters = learn_params_of(context.state)
    if (length := length_of(parameters)) > MAX_LINK:
        return payload | {"problem": texts("list_as_question.too_long", found=length, limit=MAX_LINK)}
    # It is offered on the first page, in whose folder the others lie.
    link = full_url(f"{context.base_url}{'' if context.base_url.endswith(('/', '#')) else '/'}learn", parameters)
    return payload | {"line": link_line_payload(link, texts), "learn_query": learn_query_of(context.state)}
