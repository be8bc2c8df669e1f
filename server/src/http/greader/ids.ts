// Ids of items, in all the forms in which apps send them.

const PREFIX = 'tag:google.com,2005:reader/item/';

/** As lists of ids have them. */
export function shortId(id: number): string {
  return String(id);
}

/** As items have them: 16 hexadecimal digits behind a prefix. */
export function longId(id: number): string {
  return PREFIX + id.toString(16).padStart(16, '0');
}

/**
 * The id in a text: hexadecimal behind the prefix, else decimal, else hexadecimal. A leading zero makes 16 digits hexadecimal
 * (Reeder): decimal numbers have none. Undefined for what can be no item of ours, so that one bad id does not spoil a batch.
 */
export function readItemId(text: string): number | undefined {
  const bare = text.trim();
  const isLong = bare.startsWith(PREFIX);
  const digits = isLong ? bare.slice(PREFIX.length) : bare;
  const id =
    !isLong && /^[1-9]\d*$/.test(digits)
      ? Number(digits)
      : /^[0-9a-f]{1,16}$/i.test(digits)
        ? Number.parseInt(digits, 16)
        : Number.NaN;
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** Those that can be ids, in order. */
export function readItemIds(texts: readonly string[]): number[] {
  return texts.flatMap((text) => readItemId(text) ?? []);
}
