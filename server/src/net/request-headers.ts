// Which headers are sent at each hop: the same few for everybody, and secrets only to the host that they belong to.

/** The part of a request to `Web.fetch` that decides headers. */
export interface Asked {
  headers: Readonly<Record<string, string>>;
  origin: string;
  validatorsFor: string;
  userAgent: string;
}

// Feed types by name: some sites refuse clients that accept anything. A page is accepted too, as it may announce its feed.
const feedTypes =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.5, */*;q=0.1';

// Never change this: a server's gzip and plain variants have different ETags, so another value here costs a full answer for
// every feed. That is why zstd is left out: not every Node has it.
const packings = 'gzip, br';

const validators: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/** No cookies, no referrer, no cache headers: only the defaults, what the caller gave, and credentials in the URL itself. */
export function headersFor(url: URL, asked: Asked): Map<string, string> {
  const headers = new Map([
    ['user-agent', asked.userAgent],
    ['accept', feedTypes],
    ['accept-encoding', packings],
  ]);
  if (url.username !== '' || url.password !== '') headers.set('authorization', basic(url));
  for (const [name, value] of Object.entries(asked.headers)) {
    const key = name.toLowerCase();
    if (validators.has(key) && url.href !== asked.validatorsFor) continue;
    if (key === 'authorization' && url.origin !== asked.origin) continue;
    headers.set(key, value);
  }
  return headers;
}

export function isConditional(headers: ReadonlyMap<string, string>): boolean {
  return [...validators].some((name) => headers.has(name));
}

/** RFC 7617, in UTF-8. */
function basic({ username, password }: URL): string {
  return `Basic ${Buffer.from(`${unescaped(username)}:${unescaped(password)}`).toString('base64')}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
