// A password for one app, for the protocols in which an app cannot send a person to a browser: Google Reader's and Fever's.

export interface AppPassword {
  id: number;
  userId: number;
  /** The person's name for it, usually that of the app. */
  name: string;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** The last request made with it: `Fever: items`. */
  lastAsked: string | undefined;
  /** When a Fever app last asked for items. */
  itemsAskedAt: number | undefined;
  /** The app's User-Agent. */
  lastAgent: string | undefined;
}

/** What a key derived from an app password may be used for. */
export type AppPasswordDoor =
  | 'sign-in' //      the password as the person types it
  | 'reader' //       the token that Google Reader apps get for it
  | 'reader-action' //what they bring along with what changes something
  | 'fever'; //       the key that Fever apps derive from it
