// Decides which addresses may be dialled: the public internet, and what the operator has opened.

/** What COURANT_FETCH_ALLOW opens beyond the public internet. */
export interface AllowList {
  readonly entries: readonly AllowEntry[];
}

export interface AllowEntry {
  readonly kind: 'everything';
}

export function parseAllowList(text: string): AllowList | { mistakes: string[] } {
  return text.trim() === '' ? { entries: [] } : { mistakes: ['not there yet'] };
}
