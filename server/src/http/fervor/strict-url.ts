// Addresses as RFC 3986 has them. Browsers keep some characters that it does not allow, and so do we; but a program that reads addresses
// by its letter (Java, Swift before iOS 17, whoever checks `format: uri`) stumbles over one of them and refuses the whole page.

/** What a browser leaves and the RFC may not: a quick look, for there is hardly ever anything to do. */
const maybeOdd = /[[\]|^`{}\\%#]/;
const odd = /[^A-Za-z0-9_\-.~:/?@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g;

/** An address, as `URL` writes it, with such characters escaped: sites take both for the same. */
export function strictUrl(url: string): string {
  if (!maybeOdd.test(url)) return url;
  // The brackets of an IPv6 address stand where they may.
  const [, authority = '', rest = ''] = /^(\w+:\/\/[^/?#]*)?(.*)$/s.exec(url) ?? [];
  const [address = '', ...fragment] = rest.split('#');
  const behind = fragment.length === 0 ? '' : `#${escaped(fragment.join('%23'))}`;
  return authority + escaped(address) + behind;
}

function escaped(text: string): string {
  return text.replace(odd, encodeURIComponent);
}
