"""What a server of the page is made of: `streamlit.App(PAGE, **SERVED)`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rankviz.ui.answers.route import MIDDLEWARE, ROUTES, lifespan

PAGE = Path(__file__).with_name("page.py")
SERVED: dict[str, Any] = {"routes": ROUTES, "middleware": MIDDLEWARE, "lifespan": lifespan}
