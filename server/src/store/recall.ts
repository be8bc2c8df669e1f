// Remembers what was read for as long as nobody has committed anything since, so that it is not read again.
import type { Question } from './question.ts';
import type { Store } from './store.ts';

/** Small values are kept here, some hundred bytes each: a few megabytes at most. */
const MOST_KEPT = 10_000;

interface Kept {
  version: number | undefined;
  values: Map<string, unknown>;
}

const keptOf = new WeakMap<Store, Kept>();

/**
 * The answer to a question, remembered until the next commit. It must depend on the database alone, not on the time, which goes
 * on. Where the database cannot say cheaply whether anything was committed, it is read each time, together with others'
 * questions.
 */
export async function recall<Key extends string | number, Value>(
  store: Store,
  question: Question<Key, Value>,
  asked: Key,
): Promise<Value | undefined> {
  const version = store.version?.();
  if (version === undefined) return question.together(store, asked);
  const kept = keptAt(store, version);
  const key = `${question.name} ${asked}`;
  const known = kept.values.get(key) as Value | undefined;
  if (known !== undefined) return known;
  const value = await question.alone(store, asked);
  // If others have seen a newer commit meanwhile, the value may be from before it.
  if (value !== undefined && kept.version === version) kept.values.set(key, value);
  return value;
}

function keptAt(store: Store, version: number): Kept {
  const kept = keptOf.get(store) ?? { version, values: new Map<string, unknown>() };
  keptOf.set(store, kept);
  if (kept.version !== version || kept.values.size >= MOST_KEPT) {
    kept.version = version;
    kept.values.clear();
  }
  return kept;
}
