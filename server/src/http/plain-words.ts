// Descriptions of OAuth's errors.

/** A description as RFC 6749 allows it (§4.1.2.1, §5.2): ASCII without quotes and backslashes. */
export function plainWords(text: string): string {
  return text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?');
}
