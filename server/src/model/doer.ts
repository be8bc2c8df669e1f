// Who did something on a person's behalf, as far as that is worth remembering.

/** An app that was let in, an app with an app password, or our web reader. */
export type Doer =
  | { kind: 'app'; appId: string }
  | { kind: 'app-password'; name: string }
  | { kind: 'reader' };

/** The same, with the app's name at that time: the app may be gone when somebody looks. */
export type DoneBy = { kind: 'app'; name: string } | { kind: 'reader' };
