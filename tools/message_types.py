"""Write the types of the messages between browser and server for the JavaScript: `make types`.

The types are those into which Python decodes. The JavaScript imports them, so its check (`tools.lint_js`) finds a field that
was renamed in Python; it says, too, when these files are old.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any, Union

import msgspec

from rankviz.classroom.server import socket_messages, teacher_messages
from rankviz.page.answers import messages
from rankviz.page.answers.edits.apply_edits import EDITS

ROOT = Path(__file__).resolve().parent.parent
BROWSER = ROOT / "rankviz" / "browser"
WRITER = Path(__file__).resolve().parent / "javascript" / "write_types.js"


def write_types(*options: str) -> bool:
    """Write the files, or with "--check" print which of them are old; returns whether that was done, or none is."""
    schemas = {
        str(BROWSER / "tab" / "messages.d.ts"): {"title": "PageMessages", **page_schema()},
        str(BROWSER / "classroom" / "messages.d.ts"): {"title": "ClassMessages", **class_schema()},
    }
    command = ["node", str(WRITER), *options]
    return subprocess.run(command, input=json.dumps(schemas), text=True, cwd=ROOT, check=False).returncode == 0


def page_schema() -> dict[str, Any]:
    """Return the schema of what a page asks, and of the head of an answer."""
    kinds = (messages.Request, messages.OpenRequest, messages.PostedRequest, messages.ClientReport, messages.ResponseHead)
    schema = _schema(*kinds, Edit=Union[EDITS])  # noqa: UP007 - as long as the tuple
    # Each is read by itself when it is made, so the request does not say what they are.
    schema["definitions"]["Request"]["properties"]["edits"]["items"] = schema["properties"]["Edit"]
    return schema


def class_schema() -> dict[str, Any]:
    """Return the schema of what the teacher's page posts and of what phones send."""
    posted = (
        teacher_messages.KeyPost,
        teacher_messages.HandoffPost,
        teacher_messages.ActPost,
        teacher_messages.LinkPost,
        teacher_messages.FollowPost,
        teacher_messages.LockPost,
    )
    return _schema(teacher_messages.TeacherPost, *posted, socket_messages.HelloMessage, socket_messages.AnswerMessage)


def _schema(*kinds: Any, **unions: Any) -> dict[str, Any]:
    """Return the schema of an object of all these types, of which only the types matter; unions get a name here."""
    references, definitions = msgspec.json.schema_components([*kinds, *unions.values()], ref_template="#/definitions/{name}")
    definitions |= dict(zip(unions, references[len(kinds) :], strict=True))
    properties = {name: {"$ref": f"#/definitions/{name}"} for name in (*(kind.__name__ for kind in kinds), *unions)}
    return {"type": "object", "properties": properties, "required": [*properties], "definitions": _for_types(definitions)}


def _for_types(schema: Any) -> Any:
    """Rewrite a schema in the words that the generator knows, without what types do not say."""
    if isinstance(schema, list):
        return [_for_types(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if not schema.keys() - {"default"}:
        return {"tsType": "unknown"}
    rewritten = {key: _for_types(value) for key, value in schema.items() if key not in ("maxItems", "discriminator")}
    if "prefixItems" in rewritten:
        rewritten["items"] = rewritten.pop("prefixItems")
        rewritten["minItems"] = rewritten["maxItems"] = len(rewritten["items"])
    if isinstance(text := rewritten.get("description"), str):
        rewritten["description"] = " ".join(text.partition("\n\n")[0].split())
    return rewritten
