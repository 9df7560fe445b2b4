"""What a server of the page is made of: `streamlit.App(PAGE, **SERVED)`."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rankviz.classroom.server import open_file_limit as files
from rankviz.classroom.server import routes as live
from rankviz.page.server import route
from rankviz.page.server.pool import warm_up

PAGE = Path(__file__).with_name("page.py")


@asynccontextmanager
async def lifespan(app: object) -> AsyncIterator[None]:
    """Have what the script needs loaded before the first visitor comes, and the processes as long as the server runs."""
    files.raise_open_file_limit()
    async with route.lifespan(app), live.lifespan(app):
        # Not sooner: components are taken up by a server that is there.
        from rankviz.web.pages import diagnose, explore, runs  # noqa: F401

        warm_up()
        yield


SERVED: dict[str, Any] = {"routes": [*route.ROUTES, *live.ROUTES], "middleware": route.MIDDLEWARE, "lifespan": lifespan}
