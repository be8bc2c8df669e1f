// The service worker: lets the reader open without a connection, and at once with one. Writes are not its business (`data/queue.ts`).

declare const BUILD: { version: string; files: string[]; paths: string[] };
declare const self: ServiceWorkerGlobalScope;

const shell = '/reader/shell';
const shellCache = `shell-${BUILD.version}`;
/** Pictures of items that were read: kept across versions, until another person signs in (`data/forget.ts`). */
const pictureCache = 'pictures';
/** Enough for reading on the way; the oldest go first. */
const keptPictures = 200;

const paths = BUILD.paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`));

self.addEventListener('install', (event) => {
  event.waitUntil(install());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (url.pathname === '/' || paths.some((path) => path.test(url.pathname)))
      event.respondWith(open(request, url));
  } else if (url.pathname.startsWith('/reader/')) event.respondWith(cachedFirst(request));
  else if (url.pathname.startsWith('/images/')) event.respondWith(picture(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(shellCache);
  // `reload`: past the HTTP cache, which might still hold the shell of an older version.
  await cache.addAll([new Request(shell, { cache: 'reload' }), ...BUILD.files]);
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  const names = await caches.keys();
  // The previous version stays for open pages that have not loaded all of their parts.
  const old = names.filter((name) => name.startsWith('shell-') && name !== shellCache).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Answers with the shell from the cache, at once. The start page is the service's as long as it can be reached. */
async function open(request: Request, url: URL): Promise<Response> {
  if (url.pathname === '/') return fetch(request).catch(() => Response.redirect('/unread'));
  // From this version's cache: two of them exist for a while, and the older one would be searched first.
  const cached = await cachedAs(shell, shellCache);
  return cached ?? fetch(request);
}

async function cachedFirst(request: Request): Promise<Response> {
  const cached = await cachedAs(request);
  if (cached) return cached;
  const response = await fetch(request);
  // A font that was chosen is needed without a connection, too.
  if (response.ok && request.destination === 'font') void keep(shellCache, request, response.clone());
  return response;
}

async function picture(request: Request): Promise<Response> {
  const cached = await cachedAs(request, pictureCache);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) void keepPicture(request, response.clone());
  return response;
}

/** From one cache, or from any. Never rejects: where the browser cannot read it any more, such as on a broken disk, the service answers. */
function cachedAs(request: RequestInfo, cacheName?: string): Promise<Response | undefined> {
  return caches.match(request, cacheName === undefined ? {} : { cacheName }).catch(() => undefined);
}

async function keepPicture(request: Request, response: Response): Promise<void> {
  const cache = await keep(pictureCache, request, response);
  const keys = (await cache?.keys()) ?? [];
  await Promise.all(keys.slice(0, -keptPictures).map((key) => cache?.delete(key)));
}

/** Never rejects: where the storage of the browser is full, what has come is shown all the same. Resolves to the cache, if there is one. */
async function keep(name: string, request: Request, response: Response): Promise<Cache | undefined> {
  const cache = await caches.open(name).catch(() => undefined);
  await cache?.put(request, response).catch(() => {});
  return cache;
}
