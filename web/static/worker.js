/*
 * Keeps the page's own files, so that it opens at once and says so itself when the server is away.
 *
 * It never comes between the page and the server: nothing under /api is touched. The page itself is
 * asked for anew every time, and kept only for when nobody answers; files with a hash in their name
 * never change, and are kept until newer ones have pushed them out. So a new version is there with
 * the next visit, and nobody is ever stuck with an old one.
 */
const SHELL = 'dogpark-shell-1';
const MOST = 150; // files; a build has fewer

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.add('/'))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' && !url.pathname.startsWith('/api')) event.respondWith(page(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(file(request));
});

/** The page, fresh; the one kept if nobody answers. Every address shows the same one. */
async function page(request) {
  const cache = await caches.open(SHELL);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put('/', fresh.clone());
    return fresh;
  } catch (error) {
    const kept = await cache.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** A file that never changes. */
async function file(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok) {
    await cache.put(request, fresh.clone());
    await forget(cache);
  }
  return fresh;
}

/** The oldest files go, but never the page itself. */
async function forget(cache) {
  const kept = (await cache.keys()).filter((request) => new URL(request.url).pathname !== '/');
  await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((request) => cache.delete(request)));
}
