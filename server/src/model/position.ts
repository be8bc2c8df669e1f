// The order that a person gives to Feeds and to Groups.

/** For `sort`: ascending; of two with the same position, the older comes first. */
export function byPosition(a: { position: number; id: number }, b: { position: number; id: number }): number {
  return a.position - b.position || a.id - b.id;
}
