import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { isSigned } from './signature.ts';

// Bytes that are not valid UTF-8, because the bytes are signed and not a text.
const body = Uint8Array.of(0xff, 0x00, 0xe4, 0x0a);
const sign = (method: string, secret = 'secret') => createHmac(method, secret).update(body).digest('hex');

for (const method of ['sha1', 'sha256', 'sha384', 'sha512']) {
  test(`a push signed with ${method} is believed`, () => {
    assert.ok(isSigned(body, `${method}=${sign(method)}`, 'secret'));
    assert.ok(isSigned(body, ` ${method.toUpperCase()}=${sign(method).toUpperCase()} `, 'secret'));
  });
}

const wrong: [what: string, signature: string | undefined][] = [
  ['without a signature', undefined],
  ['with an empty one', ''],
  ['signed with another secret', `sha256=${sign('sha256', 'other')}`],
  ['with the signature of another method', `sha512=${sign('sha256')}`],
  ['signed with what is broken', `md5=${sign('md5')}`],
  ['with half a signature', `sha256=${sign('sha256').slice(0, 32)}`],
  ['with half a byte', `sha256=${sign('sha256').slice(0, -1)}`],
  ['with more than a signature', `sha256=${sign('sha256')}00`],
  ['with a signature without method', sign('sha256')],
  ['with a method that is a property of objects', 'constructor=00'],
];
for (const [what, signature] of wrong) {
  test(`a push ${what} is not believed`, () => {
    assert.equal(isSigned(body, signature, 'secret'), false);
  });
}

test('one changed byte makes a push another one', () => {
  assert.equal(isSigned(Uint8Array.of(0xff, 0x00, 0xe4), `sha256=${sign('sha256')}`, 'secret'), false);
});
