// Parts of the client that only screens call. In the bundle `later` replaces them (client-parts.mjs), and they load after the list.

const loads: (() => Promise<void>)[] = [];
let whole: Promise<void> | undefined;

/** Returns an object that gets its methods once they are loaded. */
export function later(load: () => Promise<object>): object {
  const methods = {};
  loads.push(async () => void Object.assign(methods, await load()));
  return methods;
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
