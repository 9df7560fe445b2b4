// Keeps the page in the browser for the time without a network, where it may: from a host, not from a file.

/** @param {string} address of the service worker */
export function keepFor(address) {
  if (!navigator.serviceWorker || !["http:", "https:"].includes(location.protocol)) return;
  // Where it is refused the page works all the same, as long as there is a network.
  navigator.serviceWorker.register(address).catch(() => {});
}
