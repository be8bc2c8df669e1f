// Who did something on a person's behalf, as far as that is worth remembering.

/** An app that was let in, one with a password of its own, or our web reader. */
export type Doer =
  | { kind: 'app'; appId: string }
  | { kind: 'app-password'; name: string }
  | { kind: 'reader' };

/** The same with the name that it had then: it may be gone by the time somebody asks. */
export type DoneBy = { kind: 'app'; name: string } | { kind: 'reader' };
