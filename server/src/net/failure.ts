// Turns any failure of a fetch into one reason of a closed list and one plain sentence.

export type FailureReason =
  | 'bad-url'
  | 'blocked-address'
  | 'dns-not-found'
  | 'dns-failed'
  | 'connect-refused'
  | 'connect-timeout'
  | 'connect-failed'
  | 'no-network' // no way leads from this machine to the site
  | 'no-room' // this machine has no room for another connection
  | 'tls'
  | 'headers-timeout'
  | 'body-timeout'
  | 'deadline'
  | 'reset'
  | 'too-large'
  | 'bad-response'
  | 'bad-encoding'
  | 'bad-redirect'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'resting' // the caller did not want to follow a redirect: see `mayFollow`
  | 'aborted';

/** Thrown inside this room only; `web.ts` turns it into a value. */
export class BrokenFetch extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, detail: string) {
    super(detail);
    this.name = 'BrokenFetch';
    this.reason = reason;
  }
}

const meanings = new WeakMap<Error, BrokenFetch>();

/** Says what an error means that code elsewhere will see: only whoever makes a connection knows how far it had come. */
export function explain(error: Error, meaning: BrokenFetch): void {
  meanings.set(error, meaning);
}

/** What a thrown value says about the web; undefined if it says nothing and so is a bug. */
export function brokenFetch(thrown: unknown): BrokenFetch | undefined {
  if (thrown instanceof BrokenFetch) return thrown;
  const meaning = thrown instanceof Error ? meanings.get(thrown) : undefined;
  if (meaning) return meaning;
  const code = tellingCode(thrown);
  // Our bug: a header or a path that cannot be sent.
  if (code === undefined || unsendable.has(code)) return undefined;
  if (roomless.has(code)) return noRoom(code);
  const known = byCode.get(code);
  if (known !== undefined) return new BrokenFetch(...known);
  // Violations of RFC 9112, read strictly.
  if (code.startsWith('HPE_'))
    return new BrokenFetch('bad-response', `the answer is not HTTP as it should be: ${messageOf(thrown)}`);
  // Every other code comes from the operating system: no route, no network.
  return new BrokenFetch('connect-failed', `the connection failed (${code})`);
}

export function brokenLookup(hostname: string, thrown: unknown): BrokenFetch {
  const code = errorCode(thrown);
  if (code === 'ENOTFOUND' || code === 'ENODATA') {
    return new BrokenFetch('dns-not-found', `there is no host named ${hostname}`);
  }
  if (code !== undefined && roomless.has(code)) return noRoom(code);
  return new BrokenFetch(
    'dns-failed',
    `the name ${hostname} could not be looked up (${code ?? String(thrown)})`,
  );
}

/** For a connection that did not come about. Undefined if some way leads to the site. */
export function brokenNetwork(thrown: unknown): BrokenFetch | undefined {
  const code = tellingCode(thrown);
  if (code !== undefined && roomless.has(code)) return noRoom(code);
  if (code === undefined || !wayless.has(code)) return undefined;
  return new BrokenFetch('no-network', `no way leads to the server (${code})`);
}

export function brokenHandshake(thrown: unknown): BrokenFetch {
  if (thrown instanceof BrokenFetch) return thrown;
  const code = errorCode(thrown) ?? 'no code';
  const words = certificateFaults.get(code);
  if (words !== undefined) return new BrokenFetch('tls', `${words} (${code})`);
  const known = byCode.get(code);
  if (known !== undefined) return new BrokenFetch(...known);
  // OpenSSL's words for an answer that is no TLS; the code says only that the protocol was broken.
  if (messageOf(thrown).includes('wrong version number'))
    return new BrokenFetch('connect-failed', 'the server does not speak TLS at this port');
  return new BrokenFetch('tls', `no secure connection could be agreed on (${code})`);
}

function noRoom(code: string): BrokenFetch {
  return new BrokenFetch('no-room', `this machine has no room for another connection (${code})`);
}

/** Of several addresses that failed, one that was asked tells more than one to which no way leads: many machines have no IPv6. */
function tellingCode(thrown: unknown): string | undefined {
  const errors: unknown[] = thrown instanceof AggregateError ? thrown.errors : [];
  const isTelling = (code?: string): boolean =>
    code !== undefined && !wayless.has(code) && !roomless.has(code);
  return errors.map(errorCode).find(isTelling) ?? errorCode(thrown);
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function errorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

const cutOff: [FailureReason, string] = [
  'reset',
  'the server cut the connection before its answer was complete',
];

const byCode: ReadonlyMap<string, [FailureReason, string]> = new Map([
  ['ECONNREFUSED', ['connect-refused', 'nothing listens at this port of the server']],
  ['ETIMEDOUT', ['connect-timeout', 'the server did not take the connection in time']],
  ['HPE_HEADER_OVERFLOW', ['bad-response', 'the headers of the answer are too long']],
  ['HPE_INVALID_EOF_STATE', cutOff],
  ['ECONNRESET', cutOff],
  ['EPIPE', cutOff],
  ['ECONNABORTED', cutOff],
]);

/**
 * No network, no route to it, or no address of ours to ask from, as where IPv6 is switched off and the site has nothing else. Not EHOSTUNREACH, which is also
 * what the firewalls of some sites say to those whom they turn away.
 */
const wayless: ReadonlySet<string> = new Set(['ENETDOWN', 'ENETUNREACH', 'EADDRNOTAVAIL']);

/** No file descriptor or memory is left: nobody was asked. */
const roomless: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

const unsendable: ReadonlySet<string> = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
]);

const certificateFaults: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'the certificate of the server has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate of the server is not valid yet'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'the server signed its certificate itself'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'the certificate of the server was signed by somebody unknown'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the certificate of the server was signed by somebody unknown'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the server leaves out an intermediate certificate'],
  ['CERT_REVOKED', 'the certificate of the server was revoked'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate of the server is for another name'],
]);
