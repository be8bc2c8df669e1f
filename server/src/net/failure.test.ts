// What the codes of Node, of OpenSSL and of the operating system say about a site.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokenFetch, brokenHandshake, brokenLookup, type FailureReason } from './failure.ts';

const thrown = (code: string, message = code): Error => Object.assign(new Error(message), { code });

const exchanges: Record<string, FailureReason | undefined> = {
  ECONNREFUSED: 'connect-refused',
  ETIMEDOUT: 'connect-timeout',
  EHOSTUNREACH: 'connect-failed',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  ECONNABORTED: 'reset',
  HPE_INVALID_EOF_STATE: 'reset',
  HPE_HEADER_OVERFLOW: 'bad-response',
  HPE_INVALID_CONSTANT: 'bad-response',
  EMFILE: 'no-room',
  ENOMEM: 'no-room',
  // Ours, and so no failure of a site.
  ERR_INVALID_CHAR: undefined,
  ERR_UNESCAPED_CHARACTERS: undefined,
};
const lookups: Record<string, FailureReason> = {
  ENOTFOUND: 'dns-not-found',
  ENODATA: 'dns-not-found',
  EAI_AGAIN: 'dns-failed',
  ESERVFAIL: 'dns-failed',
  EMFILE: 'no-room',
};
const handshakes: Record<string, FailureReason> = {
  CERT_HAS_EXPIRED: 'tls',
  ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION: 'tls',
  ECONNRESET: 'reset',
  ETIMEDOUT: 'connect-timeout',
};

test('each code says what has failed, whether a connection, the name or the encryption was tried', () => {
  for (const [code, reason] of Object.entries(exchanges))
    assert.equal(brokenFetch(thrown(code))?.reason, reason, code);
  for (const [code, reason] of Object.entries(lookups))
    assert.equal(brokenLookup('feeds.test', thrown(code)).reason, reason, code);
  for (const [code, reason] of Object.entries(handshakes))
    assert.equal(brokenHandshake(thrown(code)).reason, reason, code);
  const plain = thrown('ERR_SSL_WRONG_VERSION_NUMBER', 'ssl3_get_record:wrong version number');
  assert.equal(brokenHandshake(plain).reason, 'connect-failed');
});

test('what is no error of a connection says nothing of a site, and is thrown on', () => {
  for (const what of [new TypeError('x is not a function'), 'words', null, { code: 7 }])
    assert.equal(brokenFetch(what), undefined);
});
