// What a publisher can do to a feed that is followed, each with the expected result. The rows are those of the list of
// faults that the crawler was built from. Row 25, an endless body over HTTP/2, cannot happen: HTTP/2 is not spoken.
import type { Outcome } from '../src/model/visit.ts';
import type { Fault, FaultVisit } from './fault.ts';
import {
  archive,
  changed,
  dated,
  deep,
  edited,
  feedOf,
  foreign,
  halfAMillion,
  laughing,
  newGuids,
  prying,
  reusedGuid,
  twoOfOneGuid,
  wellPosts,
} from './fault-documents.ts';

type Expected = Omit<Fault, 'row' | 'name' | 'plays'>;

const unreachable = 'The site cannot be reached: the address may be mistyped, or the site may be down';
const notProper = 'The site sends an answer that is not valid';
const tooLarge = 'The document is too large';
const astray = 'The site sends us from address to address and never to the feed';
const badCertificate = 'The certificate of the site is not valid, so the connection is not safe';
const nothingNew = 'The feed was read and has nothing new';

const soon = [1, 1.2] as const;
const afterFailure = [1, 1.5] as const;
const daily = [24, 25.5] as const;

const lost = (reason: string, sentence = unreachable): Expected => ({
  outcome: { kind: 'unreachable', reason } as Partial<Outcome>,
  sentence,
  waits: afterFailure,
});
const noFeed = (why: string, sentence: string): Expected => ({
  outcome: { kind: 'not-a-feed', why } as Partial<Outcome>,
  sentence,
  waits: afterFailure,
});
const read = (adds = 0, more: Partial<Expected> = {}): Expected => ({
  outcome: { kind: 'document', newPosts: adds },
  sentence:
    adds === 0 ? nothingNew : `The feed was read and has ${adds === 1 ? '1 new post' : `${adds} new posts`}`,
  waits: soon,
  validators: 'new',
  adds,
  ...more,
});
const toldToWait: Expected = {
  outcome: { kind: 'refused', why: 'too-many', status: 429 },
  sentence: 'The site asks us to come less often, and so we wait',
  waits: daily,
};

const etag = ({ visit }: FaultVisit): string[] => [`ETag: "fault-${visit}"`];
/** The publisher serves a different document. */
const says =
  (document: (visit: FaultVisit) => string): Fault['plays'] =>
  (visit) => ({ headers: etag(visit), body: document(visit) });
const sends =
  (location: (visit: FaultVisit) => string, status = '302 Found'): Fault['plays'] =>
  (visit) => ({ status, headers: [`Location: ${location(visit)}`] });

const rows: [row: number, name: string, plays: Fault['plays'], expected: Expected][] = [
  [1, 'silence', 'no-answer', lost('headers-timeout')],
  [1, 'headers that drip for ever', 'dripping-headers', lost('headers-timeout')],
  [2, 'a body that drips for ever', 'dripping-body', lost('deadline')],
  [3, 'a body that stalls', 'stalling-body', lost('body-timeout')],
  [4, 'chunks without end', 'endless-chunks', lost('too-large', tooLarge)],
  [4, 'a body without length and end', 'endless-body', lost('too-large', tooLarge)],
  [5, 'a length of 100 GB', 'huge-length', lost('too-large', tooLarge)],
  [6, 'a bomb of gzip', 'gzip-bomb', lost('too-large', tooLarge)],
  [7, 'a bomb of brotli', 'brotli-bomb', lost('too-large', tooLarge)],
  [8, 'gzip within gzip', 'double-gzip-bomb', lost('too-large', tooLarge)],
  [9, 'fifty encodings', 'fifty-encodings', lost('bad-encoding', notProper)],
  [9, 'an encoding that nobody knows', 'unknown-encoding', lost('bad-encoding', notProper)],
  [9, 'an encoding that nobody knows, of no body', 'odd-304', unchangedDocument('new')],
  [10, 'gzip that breaks off', 'truncated-gzip', lost('cut-short', 'The document was cut off on the way')],
  [11, 'plain text that says it is gzip', 'plain-as-gzip', unchangedDocument('none')],
  [12, 'junk behind gzip', 'junk-after-gzip', unchangedDocument('none')],
  [13, 'a redirect to itself', 'redirect-to-self', lost('redirect-loop', astray)],
  [13, 'redirects in a circle', 'redirect-loop', { ...lost('redirect-loop', astray), requests: 2 }],
  [13, 'redirects without end', 'redirect-for-ever', { ...lost('too-many-redirects', astray), requests: 6 }],
  [13, 'a redirect without an address', 'redirect-nowhere', lost('bad-redirect', astray)],
  [13, 'a redirect to an empty address', 'redirect-to-nothing', lost('bad-redirect', astray)],
  [13, 'a redirect to nonsense', 'redirect-to-nonsense', lost('bad-redirect', astray)],
  [14, 'a redirect to a file of ours', 'redirect-to-file', lost('bad-redirect', astray)],
  [14, 'a redirect to ftp', 'redirect-to-ftp', lost('bad-redirect', astray)],
  [14, 'a redirect to the secrets of a cloud', 'redirect-to-metadata', lost('blocked-address')],
  [14, 'a redirect into the home network', 'redirect-to-home', lost('blocked-address')],
  [15, 'a redirect with an endless body', 'endless-redirect-body', elsewhere()],
  [16, 'a permanent redirect and then one for now', sends(() => '/moved', '301 Moved'), elsewhere(3)],
  [17, 'a header of 1 MB', 'huge-header', lost('bad-response', notProper)],
  [17, 'five thousand headers', 'many-headers', lost('bad-response', notProper)],
  [18, 'early hints without end', 'endless-103', lost('deadline')],
  [19, 'a body shorter than its length', 'length-too-long', lost('reset')],
  [19, 'chunks without the last one', 'chunk-end-missing', lost('reset')],
  [19, 'a 429 with a body shorter than its length', 'too-many-cut-short', toldToWait],
  [20, 'a body longer than its length', 'half-length', read(0, { validators: 'kept' })],
  [21, 'a length and chunks at once', 'length-and-chunks', lost('bad-response', notProper)],
  [21, 'two lengths', 'two-lengths', lost('bad-response', notProper)],
  [21, 'a length below zero', 'negative-length', lost('bad-response', notProper)],
  [21, 'a NUL in a header', 'nul-in-header', lost('bad-response', notProper)],
  [21, 'lines that end with a line feed only', 'line-feeds-only', lost('bad-response', notProper)],
  [21, 'HTTP/0.9', 'http-0.9', lost('bad-response', notProper)],
  [21, 'a status line without a status', 'bad-status', lost('bad-response', notProper)],
  [21, 'the banner of another protocol', 'ssh-banner', lost('bad-response', notProper)],
  [21, 'an upgrade that nobody asked for', 'unasked-upgrade', lost('reset')],
  [22, 'a connection that is reset', 'reset-at-once', lost('reset')],
  [22, 'a reset within the body', 'reset-in-body', lost('reset')],
  [22, 'a connection that is closed', 'closed-at-once', lost('reset')],
  [23, 'a certificate that has expired', toTls('expiredPort'), lost('tls', badCertificate)],
  [23, 'a certificate for another name', toTls('otherNamePort'), lost('tls', badCertificate)],
  [24, 'a handshake that hangs', toTls('silentPort'), lost('connect-timeout')],
  [24, 'plain HTTP behind https', toTls('plainPort'), lost('connect-failed')],
  [26, 'an empty 200', 'nothing-200', noFeed('empty', 'The document is empty')],
  [26, 'a 204', 'nothing-204', lost('odd-status', notProper)],
  [26, 'a 206', 'part-206', lost('odd-status', notProper)],
  [
    27,
    'a page to sign in',
    (visit) => ({ headers: etag(visit), body: '<!doctype html><title>Sign in</title><form></form>' }),
    noFeed('html', 'The address gives a web page and not a feed'),
  ],
  [
    28,
    'a wall against robots',
    'challenge-403',
    {
      outcome: { kind: 'refused', why: 'bot-wall', status: 403 },
      sentence:
        'The site lets only browsers in: its protection against robots turns feed readers away; its owner can make an exception for feeds',
      waits: [3.8, 4.3],
    },
  ],
  [
    29,
    'a 304 that was not asked for',
    'unasked-304',
    { ...lost('bad-response', notProper), isPlain: true, waits: [24, 29] },
  ],
  [
    30,
    'encodings that nobody knows',
    ({ feed, ...visit }) => ({
      headers: [...etag({ feed, ...visit }), 'Content-Type: text/xml; charset=klingon'],
      body: feed.replace('version="1.0"', 'version="1.0" encoding="x-moon"'),
    }),
    read(),
  ],
  [
    31,
    'a name that is no longer there',
    sends(() => 'http://gone.test/'),
    { ...lost('dns-not-found'), waits: [5.7, 6.5] },
  ],
  [31, 'a name server that is out of order', sends(() => 'http://flaky.test/'), lost('dns-failed')],
  [
    32,
    'an ETag that changes each time',
    says(({ feed }) => feed),
    { ...unchangedDocument('new'), visits: 3 },
  ],
  [
    33,
    'a body that changes each time',
    says(({ feed, visit }) => `${feed}<!-- ${visit} -->`),
    read(0, { visits: 3 }),
  ],
  [34, 'guids that change each time', says(({ visit }) => feedOf(newGuids(visit))), read(0, { visits: 3 })],
  [35, 'every post twice', says(() => feedOf([...wellPosts(), ...wellPosts()])), read()],
  [35, 'one guid for two new posts', says(() => feedOf([...twoOfOneGuid(), ...wellPosts()])), read(2)],
  [36, 'a guid that is used again for another post', says(() => feedOf(reusedGuid())), read(1)],
  [
    37,
    'a post that is edited each time',
    says(({ visit }) => feedOf(edited(visit))),
    read(0, { visits: 3, edits: true }),
  ],
  [
    38,
    'dates in the future',
    says(() => feedOf([dated(new Date(Date.UTC(2040, 0, 1)).toUTCString()), ...wellPosts()])),
    read(1),
  ],
  [39, 'no date', says(() => feedOf([dated(undefined), ...wellPosts()])), read(1)],
  [39, 'the date of 1970', says(() => feedOf([dated(new Date(0).toUTCString()), ...wellPosts()])), read(1)],
  [
    39,
    'a date that is none',
    says(() => feedOf([dated('the day before yesterday'), ...wellPosts()])),
    read(1),
  ],
  [
    40,
    'half a million posts',
    (visit) => ({ headers: [...etag(visit), 'Content-Encoding: gzip'], body: halfAMillion() }),
    read(500),
  ],
  [
    41,
    'a whole archive with new guids and addresses',
    says(() => feedOf(archive())),
    read(25, { addsRead: 25 }),
  ],
  [42, 'a billion laughs', says(({ feed }) => laughing(feed)), read()],
  [42, 'an entity from a file of ours', says(({ feed }) => prying(feed)), read()],
  [
    42,
    'a hundred thousand elements one inside the other',
    says(() => feedOf(wellPosts(), { extra: deep() })),
    read(),
  ],
  [
    43,
    'the feed of somebody else',
    says(() => feedOf(changed(wellPosts(), foreign), { title: 'Casino', site: 'http://casino.test/' })),
    {
      ...noFeed(
        'another-feed',
        'The address now serves a completely different feed: the site may have been sold, so nothing of it was taken; refresh it to accept it anyway',
      ),
      waits: [5.7, 6.4],
    },
  ],
];

export const faults: readonly Fault[] = rows.map(([row, name, plays, expected]) => ({
  row,
  name,
  plays,
  ...expected,
}));

/** Exactly the same document, so nothing was read. */
function unchangedDocument(validators: 'new' | 'none'): Expected {
  return {
    outcome: { kind: 'unchanged' },
    sentence: 'The feed has not changed since the last visit',
    waits: soon,
    validators,
  };
}

/** A redirect leads to the document. */
function elsewhere(requests = 2): Expected {
  return { ...unchangedDocument('new'), requests };
}

function toTls(port: 'expiredPort' | 'otherNamePort' | 'silentPort' | 'plainPort'): Fault['plays'] {
  return sends((visit) => `https://${port === 'expiredPort' ? 'feeds.test' : '127.0.0.1'}:${visit[port]}/`);
}
