// What the reader keeps in the browser, as expressions for a page.

export const firstPage = `localStorage.getItem('first-page')`;

/** Reads one fact, or how many writes are kept, from the copy in the browser. */
export const fromCopy = (store: string, ask: string, what: string): string => `new Promise((resolve) => {
  const request = indexedDB.open('courant');
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
export const nothingIsQueued = fromCopy('queue', 'count()', 'found.result === 0');
