// The locale for dates and numbers.

/** The browser says which country's variant of the language. All digits are the same: those of addresses, of counts and of our own texts. */
export function localeFor(language: string, ofBrowser: readonly string[]): string {
  // Some systems pass names like `en-US@posix`, which are no language tags.
  const own = ofBrowser.find((each) => each.split('-')[0] === language && /^[\w-]+$/.test(each));
  return String(new Intl.Locale(own ?? language, { numberingSystem: 'latn' }));
}
