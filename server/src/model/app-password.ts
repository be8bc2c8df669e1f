// A password of one app, for the doors where apps cannot ask a person: Google Reader's and Fever's.

export interface AppPassword {
  id: number;
  userId: number;
  /** What the person calls it: the app, mostly. */
  name: string;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** What it was used for last: `Fever: items`. */
  lastAsked: string | undefined;
  /** When Fever's app has asked for items last. */
  itemsAskedAt: number | undefined;
  /** What the app calls itself. */
  lastAgent: string | undefined;
}

/** What a key of it is good for. */
export type AppPasswordDoor =
  | 'sign-in' //      the password as it is typed
  | 'reader' //       what Google Reader's apps are given for it
  | 'reader-action' //what they bring along with what changes something
  | 'fever'; //       what Fever's apps make of it
