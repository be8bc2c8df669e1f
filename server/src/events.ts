// Tells, within this process, which users have news: whatever commits a change reports it, and the user's open streams wake up.

/** What a listener is told. Neither method may throw. */
interface Listener {
  /** The user has committed changes; how many and which must be read from the store. */
  changed(): void;
  /** The house closes: nothing more will be told. */
  closed(): void;
}

export interface Events {
  /** Reports that these users have committed changes. */
  changed(userIds: readonly number[]): void;
  /** Listens until the result is called. After the close, a listener is told only of the close. */
  listen(userId: number, listener: Listener): () => void;
  /** How many listeners there are, and for how many users. */
  listeners(): { streams: number; users: number };
  close(): void;
}

export function openEvents(): Events {
  const listeners = new Map<number, Set<Listener>>();
  let isClosed = false;
  return {
    changed(userIds) {
      // Most users have no app that listens.
      if (listeners.size === 0) return;
      for (const userId of userIds) for (const listener of listeners.get(userId) ?? []) listener.changed();
    },
    listen(userId, listener) {
      if (isClosed) {
        listener.closed();
        return () => {};
      }
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId);
      };
    },
    listeners: () => ({
      streams: [...listeners.values()].reduce((all, own) => all + own.size, 0),
      users: listeners.size,
    }),
    close() {
      isClosed = true;
      for (const own of [...listeners.values()]) for (const listener of [...own]) listener.closed();
      listeners.clear();
    },
  };
}
