// What a user's apps may want to hear of. Each change has a place (`seq`) in that user's sequence, in the order of commit.

/** Closed. `ids` of a change are those of the things named before the dot. */
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
  | 'feeds.removed' // its items go with it and are not named one by one
  | 'groups.new'
  | 'groups.changed'
  | 'groups.removed';

export interface Change {
  seq: number;
  kind: ChangeKind;
  ids: readonly number[];
  at: number;
}
