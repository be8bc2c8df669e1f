// What the reader keeps in the browser, as expressions for a page.

export const firstPage = `localStorage.getItem('first-page')`;

/** Asks a store of the copy in the browser, and resolves to `what` of `found`, the answered request; to undefined while there is no copy. */
export const fromCopy = (store: string, ask: string, what: string): string => `new Promise((resolve) => {
  const request = indexedDB.open('courant');
  // Where the reader has not made it yet, nor do we.
  request.onupgradeneeded = () => request.transaction.abort();
  request.onerror = () => resolve(undefined);
  request.onsuccess = () => {
    const found = request.result.transaction('${store}').objectStore('${store}').${ask};
    found.onsuccess = () => { request.result.close(); resolve(${what}); };
  };
})`;
export const isWhole = fromCopy(
  'facts',
  "get('whole')",
  'Boolean(found.result?.unread && found.result?.starred)',
);
export const areSavedAsRead = fromCopy('rows', 'getAll()', 'found.result.every(({ read }) => read)');
/** How many writes the service does not have yet. */
export const queued = fromCopy('queue', 'count()', 'found.result');
export const nothingIsQueued = fromCopy('queue', 'count()', 'found.result === 0');
