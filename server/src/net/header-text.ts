// Reads text from the value of a header: servers write UTF-8, and node:http reads latin1.

/** In UTF-8 where its bytes are, otherwise as it came. */
export function headerText(value: string): string {
  const text = Buffer.from(value, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? value : text;
}
