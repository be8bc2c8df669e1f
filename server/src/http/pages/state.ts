// The `state` of an authorization request, by which an app knows its own answer again: it goes back as the bytes that came.

/** The value of a parameter that is percent-encoded already. */
export interface Encoded {
  encoded: string;
}

/**
 * The state in a query (`search` of a `URL`, so it is ASCII); undefined if there is none. `URLSearchParams` would read it as text, and put
 * other characters in the place of random bytes.
 */
export function stateIn(search: string): Encoded | undefined {
  const field = search.split('&').find((each) => new URLSearchParams(each).has('state'));
  if (field === undefined) return undefined;
  const [, value = ''] = /^[^=]*=(.*)$/s.exec(field) ?? [];
  // `%20` for a blank, as everywhere in the redirect.
  const blanks = value.replaceAll('+', '%20').replace(/%(?![0-9a-f]{2})/gi, '%25');
  return { encoded: blanks.replace(/[^A-Za-z0-9\-._~!'()*%]/g, encodeURIComponent) };
}
