// A WebSub hub that is asked to announce what one Source publishes, and what it and we have agreed.

export interface Hub {
  id: number;
  /** Undefined: the source has gone, and the hub is to be told so. */
  sourceId: number | undefined;
  url: string;
  hostId: number;
  /** The address under which the hub knows the source: the one that the source gives itself. */
  topic: string;
  /** The last part of the address that the hub calls; unguessable. */
  callback: string;
  /** Signs what the hub sends; undefined where it would travel unencrypted. */
  secret: string | undefined;
  state: HubState;
  /** What was asked of the hub and not confirmed yet. */
  asked: HubMode | undefined;
  /** When it is asked next; undefined: never. */
  dueAt: number | undefined;
  /** Requests without a confirmation, in a row. */
  failures: number;
  leasedUntil: number | undefined;
  /** Last signed push. */
  pushedAt: number | undefined;
  /** Last signed push that told of something new without saying what. */
  pingedAt: number | undefined;
  /** Since when its pushes have shown to be worth more than asking the source often. */
  trustedSince: number | undefined;
}

/** `pending`: never confirmed; `denied`: the hub does not want to; `ended`: unsubscribed. */
export type HubState = 'pending' | 'active' | 'denied' | 'ended';

export type HubMode = 'subscribe' | 'unsubscribe';
