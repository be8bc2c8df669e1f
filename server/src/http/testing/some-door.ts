// A door for tests of the app: it refuses and fails in a few words.
import type { Door, Route } from '../routing.ts';

export function someDoor(routes: readonly Route[], changes: Partial<Door> = {}): Door {
  return {
    name: 'some',
    routes,
    crossOrigin: false,
    owns: () => false,
    refuse: ({ code, message }) => Response.json({ code, message }, { status: 400 }),
    fail: (call, fault) => Response.json({ fault, id: call.requestId }, { status: 500 }),
    ...changes,
  };
}
