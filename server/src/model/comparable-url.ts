// When two addresses lead to one page.

/** The form in which two addresses are the same: sites change between http and https, with www and without. */
export function comparableUrl(url: string): string {
  return url
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/#.*$/s, '')
    .replace(/\/$/, '');
}
