// Who has news, told within this process: whatever commits a change says so, and whatever streams to that user wakes.

/** What is told to whoever listens. None of it may throw. */
export interface Listener {
  /** The user has changes that are committed; how many and which is for the store to say. */
  changed(): void;
  /** The house closes: nothing more is told. */
  closed(): void;
}

export interface Events {
  /** Says that these users have changes that are committed. */
  changed(userIds: readonly number[]): void;
  /** Listens until the answer is called. After the close nobody is told anything but that. */
  listen(userId: number, listener: Listener): () => void;
  /** How many listen, and to how many users. */
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
