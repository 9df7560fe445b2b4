"""Firefox, driven by WebDriver BiDi, which it speaks itself: nothing stands between it and the tests."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import tempfile
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.browsers.tab import LAPTOP, Size, WireTab
from tools import browsers

# Only the page under test may be reached: every other name resolves to nothing.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en-US, en",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.no_proxies_on": "127.0.0.1",
    "network.proxy.socks": "127.0.0.1",
    "network.proxy.socks_port": 9,
    "network.proxy.type": 1,
    "services.settings.server": "data:,",
    "toolkit.telemetry.unified": False,
}
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A browser without a window, with a profile that is thrown away."""

    def __init__(self, cleanup: ExitStack) -> None:
        profile = Path(cleanup.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        command = [browsers.firefox(), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        cleanup.callback(process.stderr.close)
        cleanup.callback(process.wait, 20)
        cleanup.callback(process.terminate)
        address = next(found[1] for line in process.stderr if (found := LISTENS.search(line)))
        self._socket = cleanup.enter_context(connect(f"{address}/session", max_size=None, proxy=None))
        self._numbers = count(1)
        self.send("session.new", capabilities={})

    def send(self, method: str, **params: object) -> Any:
        """Carry out a command, and give its result."""
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (answer := json.loads(self._socket.recv(timeout=60))).get("id") != number:
            pass  # what it tells by itself
        assert answer["type"] == "success", answer
        return answer["result"]

    def tab(self, size: Size = LAPTOP) -> _FirefoxTab:
        """A tab of a new visitor."""
        return _FirefoxTab(self, size)


class _FirefoxTab(WireTab):
    def __init__(self, browser: Firefox, size: Size) -> None:
        self._send, self._visitor = browser.send, browser.send("browser.createUserContext")["userContext"]
        self._tab = self._send("browsingContext.create", type="tab", userContext=self._visitor)["context"]
        self._send("browsingContext.setViewport", context=self._tab, viewport=size._asdict())

    def open(self, url: str) -> None:
        self._send("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def body(self, script: str) -> str:
        function, target = f"async () => {{{script}}}", {"context": self._tab}
        answer = self._send("script.callFunction", functionDeclaration=function, target=target, awaitPromise=True)
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return str(answer["result"]["value"])

    def perform(self, source: dict[str, Any]) -> None:
        self._send("input.performActions", context=self._tab, actions=[source])

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self._send("browsingContext.captureScreenshot", context=self._tab)["data"]))

    def close(self) -> None:
        self._send("browser.removeUserContext", userContext=self._visitor)
