// Item ids, in all the forms that apps send.

const PREFIX = 'tag:google.com,2005:reader/item/';

/** The form in items, while lists of ids have the bare number: a prefix and 16 hexadecimal digits. */
export function longId(id: number): string {
  return PREFIX + id.toString(16).padStart(16, '0');
}

/**
 * The id in a text: hexadecimal after the prefix, otherwise decimal, otherwise hexadecimal. A leading zero makes 16 digits hexadecimal
 * (Reeder): decimal ids have none. Undefined for anything that cannot be an item of ours, so that one bad id does not spoil a batch.
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

/** The ids in these texts, in order; others are skipped. */
export function readItemIds(texts: readonly string[]): number[] {
  return texts.flatMap((text) => readItemId(text) ?? []);
}
