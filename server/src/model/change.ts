// What a user's apps may want to be told. Each change has a place (`seq`) in that user's sequence, in commit order.

/** A closed list. The `ids` of a change are ids of what the word before the dot names. */
export type ChangeKind =
  | 'items.new'
  | 'items.edited'
  | 'items.read'
  | 'items.unread'
  | 'items.starred'
  | 'items.unstarred'
  | 'items.played'
  | 'items.removed'
  | 'feeds.new'
  | 'feeds.changed'
  | 'feeds.removed' // its items go with it and are not listed one by one
  | 'groups.new'
  | 'groups.changed'
  | 'groups.removed';

export interface Change {
  seq: number;
  kind: ChangeKind;
  ids: readonly number[];
  at: number;
}
