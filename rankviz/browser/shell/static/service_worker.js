// Answers the page's requests without a network. The list of files is written in when the folder is made, and with it the name of the
// cache: another build is another text, which the browser notices by itself.

const BUILD = "{build}";
const PAGE = "./";
const FILES = /** @type {string[]} */ (JSON.parse('{files}')); // each with an address that changes with what is in it
const OURS = "rankviz ";

const scope = /** @type {any} */ (self); // the types of a page have nothing of such a worker; its events, too, are any
const whole = (/** @type {string} */ address) => new URL(address, scope.registration.scope).href;
const cacheName = `${OURS}${scope.registration.scope} ${BUILD}`;

/** What an earlier build kept under the same address is the same file. */
async function add(/** @type {Cache} */ cache, /** @type {string} */ address) {
  const known = await caches.match(address);
  if (known) return cache.put(address, known);
  return cache.add(address);
}

async function install() {
  const cache = await caches.open(cacheName);
  await cache.add(new Request(whole(PAGE), { cache: "reload" }));
  await Promise.all(FILES.map((file) => add(cache, whole(file))));
  await scope.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(`${OURS}${scope.registration.scope} `) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** The page itself as its host has it now, with the files that it names; what is kept only where there is no network. */
async function page(/** @type {Request} */ request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(whole(PAGE))) ?? Response.error();
  }
}

const file = async (/** @type {Request} */ request) => (await caches.match(request)) ?? fetch(request);

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope.registration.scope)) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});
