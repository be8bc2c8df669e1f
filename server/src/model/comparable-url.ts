// Whether two addresses lead to the same page.

/** A form that is equal for equivalent addresses: sites switch between http and https, with www and without. */
export function comparableUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/\/$/, '');
}
