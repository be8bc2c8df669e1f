// Which headers go out with each hop: the same few for everybody, and secrets only to those they belong to.

/** What may be asked for in `Web.fetch`, as far as headers are concerned. */
export interface Asked {
  headers: Readonly<Record<string, string>>;
  origin: string;
  validatorsFor: string;
  userAgent: string;
}

// Feed types by name: sites turn away those who ask for anything. A page is welcome too, it may announce its feed.
const feedTypes =
  'application/atom+xml, application/rss+xml, application/feed+json, application/rdf+xml;q=0.9, ' +
  'application/xml;q=0.8, text/xml;q=0.8, application/json;q=0.7, text/html;q=0.5, */*;q=0.1';

// The same for ever: a server's gzip and plain variants have different ETags, so a new word here costs every feed a
// full answer. That is why zstd is left out: not every Node has it.
const packings = 'gzip, br';

const validators: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since']);

/** No cookies, no referrer, nothing about caches: defaults, what the caller gave, and whatever is in the URL itself. */
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
