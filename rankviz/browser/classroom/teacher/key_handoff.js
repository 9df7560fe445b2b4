// The way into a room for another device of its teacher: the key comes in the part of the address that no server is sent.

const key = /^#([0-9]+)\.([\w-]+)$/.exec(location.hash);
// Out of the address, and out of the history, before anything else is done.
history.replaceState(null, "", location.pathname);

/** @param {string} text */
const showMessage = (text) => {
  const line = document.querySelector("p");
  if (line) line.textContent = text;
};

async function adoptKey() {
  const lang = navigator.language.startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = lang;
  /** @type {import("../messages.d.ts").KeyPost} */
  const posted = { code: key?.[1] ?? "", key: key?.[2] ?? "", lang };
  const body = JSON.stringify(posted);
  const response = await fetch("keep", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  if (response.ok) location.replace("../class");
  else showMessage((await response.json().catch(() => ({}))).error ?? response.statusText);
}

adoptKey().catch((error) => showMessage(String(error)));
