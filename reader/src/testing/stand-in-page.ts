// What parts of the reader read of their page while they are loaded, for tests that run without a browser.

/** Returns a function that takes it away again: other tests share the process. */
export function openStandIn(): () => void {
  const page = { location: { origin: 'https://read.example' }, document: { documentElement: {} } };
  Object.assign(globalThis, page);
  return () => {
    for (const name of Object.keys(page)) Reflect.deleteProperty(globalThis, name);
  };
}
