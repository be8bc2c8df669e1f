// URLs in strict RFC 3986 form. Browsers keep some characters that it does not allow, and so do we; but a strict parser (Java, Swift before
// iOS 17, any check of `format: uri`) fails on one of them and then refuses the whole page.

/** Characters that a browser leaves unescaped and the RFC may not allow: a quick test, because there is hardly ever anything to escape. */
const maybeOdd = /[[\]|^`{}\\%#]/;
const odd = /[^A-Za-z0-9_\-.~:/?@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g;

/** An address, as `URL` writes it, with such characters escaped: sites treat both forms alike. */
export function strictUrl(url: string): string {
  if (!maybeOdd.test(url)) return url;
  // The brackets of an IPv6 address are allowed in the authority.
  const [, authority = '', rest = ''] = /^(\w+:\/\/[^/?#]*)?(.*)$/s.exec(url) ?? [];
  const [address = '', ...fragment] = rest.split('#');
  const behind = fragment.length === 0 ? '' : `#${escaped(fragment.join('%23'))}`;
  return authority + escaped(address) + behind;
}

function escaped(text: string): string {
  return text.replace(odd, encodeURIComponent);
}
