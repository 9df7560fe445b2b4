// Stands in the file itself and starts the page: it unpacks what the file holds, gives each module an address, and loads the first.
// Whatever goes wrong is said in words that stand in the file too.
document.documentElement.dataset.runs = ""; // takes away what is said where no script runs
addEventListener("DOMContentLoaded", async () => {
  const say = (/** @type {string} */ why) => {
    const box = /** @type {HTMLElement} */ (document.getElementById("rv-failed")); // before this script in the file
    const isChinese = navigator.language.toLowerCase().startsWith("zh");
    box.hidden = false;
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-why]"))) line.hidden = line.dataset.why !== why || line.lang.startsWith("zh") !== isChinese;
  };

  // Base64 of gzip, which is the shortest that every browser reads.
  const unpacked = async (/** @type {string} */ text) => {
    const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  };

  const blob = (/** @type {string} */ text, /** @type {string} */ type) => URL.createObjectURL(new Blob([text], { type }));

  // In one file the modules import each other by names, which a map leads to what the file holds.
  const named = (/** @type {{ modules: Record<string, string>, styles: Record<string, string> }} */ site) => {
    const imports = Object.fromEntries(Object.entries(site.modules).map(([path, text]) => [`rv/${path}`, blob(text, "text/javascript")]));
    const map = document.createElement("script");
    map.type = "importmap";
    map.textContent = JSON.stringify({ imports });
    document.head.append(map);
    const styles = Object.fromEntries(Object.entries(site.styles).map(([path, text]) => [path, blob(text, "text/css")]));
    return (/** @type {string} */ path) => styles[path] ?? imports[`rv/${path}`];
  };

  if (!("DecompressionStream" in window) || !HTMLScriptElement.supports?.("importmap")) return say("old");
  let site;
  try {
    site = JSON.parse(await unpacked(document.getElementById("rv-data")?.textContent ?? ""));
  } catch {
    return say("damaged");
  }
  try {
    const address = site.modules ? named(site) : (/** @type {string} */ path) => new URL(site.root + path, document.baseURI).href;
    const kinds = Object.entries(site.kinds).map(([name, { root, js, css }]) => [
      name,
      { root, js: address(js), css: css.map((/** @type {string} */ path) => address(path)) },
    ]);
    const assets = { kinds: Object.fromEntries(kinds), common: site.common.map(address) };
    for (const path of site.ahead) void import(address(path));
    const [{ start }, { createTransport }] = await Promise.all([import(address("shell/static/shell.js")), import(address(`shell/static/${site.transport}.js`))]);
    await start({ ...site, assets }, createTransport(site, unpacked));
  } catch (error) {
    console.error(error);
    say("blocked");
  }
});
