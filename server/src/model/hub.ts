// A WebSub hub that is asked to announce what one Source publishes, and the state of that subscription.

export interface Hub {
  id: number;
  /** Undefined: the source has been removed, and the hub is yet to be told. */
  sourceId: number | undefined;
  url: string;
  hostId: number;
  /** The address by which the hub knows the source: the one that the source gives as its own. */
  topic: string;
  /** The last part of the address that the hub calls; cannot be guessed. */
  callback: string;
  /** The key with which the hub signs its pushes; undefined where it would travel unencrypted. */
  secret: string | undefined;
  state: HubState;
  /** What we have asked of the hub and it has not confirmed yet. */
  asked: HubMode | undefined;
  /** When we next send it a request; undefined: never. */
  dueAt: number | undefined;
  /** Requests in a row that it has not confirmed. */
  failures: number;
  leasedUntil: number | undefined;
  /** The last signed push. */
  pushedAt: number | undefined;
  /** The last signed push that announced something new without its content. */
  pingedAt: number | undefined;
  /** Since when its pushes have proved more useful than asking the source often. */
  trustedSince: number | undefined;
}

/** `pending`: never confirmed; `denied`: the hub refuses; `ended`: unsubscribed. */
export type HubState = 'pending' | 'active' | 'denied' | 'ended';

export type HubMode = 'subscribe' | 'unsubscribe';
