// Parts of the client that only screens call. In the bundle `later` replaces them (client-parts.mjs), and they load after the list.

const loads: (() => Promise<void>)[] = [];
let whole: Promise<void> | undefined;

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Returns an object that gets its methods once they are loaded. Those that are named are there at once, and wait for that. */
export function later(load: () => Promise<Methods>, copied: readonly string[]): Methods {
  const loaded: Methods = {};
  loads.push(async () => void Object.assign(loaded, await load()));
  for (const name of copied) loaded[name] = (...args) => wholeClient().then(() => loaded[name]?.(...args));
  return loaded;
}

/** Resolves when the client has all of its methods. Rejects when they cannot be loaded now. */
export function wholeClient(): Promise<void> {
  whole ??= Promise.all(loads.map((load) => load())).then(
    () => {},
    (error: unknown) => {
      whole = undefined;
      throw error;
    },
  );
  return whole;
}
