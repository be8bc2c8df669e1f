import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anySign } from '../../../test/any-sign.ts';
import { propertyRuns } from '../../../test/property-runs.ts';
import { strictUrl } from './strict-url.ts';

/** What RFC 3986 allows after the authority. */
const strict =
  /^https?:\/\/[^/?#]+(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*(?:#(?:[\w\-.~:/?@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)?$/;

const addresses: [address: string, written: string][] = [
  ['https://a.example/b%20c?d=e&f=%C3%BC#g', 'https://a.example/b%20c?d=e&f=%C3%BC#g'],
  ['https://a.example/p|x/[1]?q=a|b{c}^`\\', 'https://a.example/p%7Cx/%5B1%5D?q=a%7Cb%7Bc%7D%5E%60%5C'],
  ['https://a.example/100%?off=50%&more=%zz', 'https://a.example/100%25?off=50%25&more=%25zz'],
  ['https://a.example/#one#two', 'https://a.example/#one%23two'],
  ['http://[::1]:8080/x', 'http://[::1]:8080/x'],
  ['http://[::1]/x[1]', 'http://[::1]/x%5B1%5D'],
];
for (const [address, written] of addresses) {
  test(`${address} is written ${written}`, () => assert.equal(strictUrl(address), written));
}

test('whatever a browser takes for an address is written as RFC 3986 has it, once and for all', () => {
  fc.assert(
    fc.property(fc.string({ unit: anySign }), (rest) => {
      const { href } = new URL(`https://a.example/${rest.toWellFormed()}`);
      const written = strictUrl(href);
      assert.match(written, strict);
      assert.equal(strictUrl(written), written);
      assert.equal(new URL(written).href, written);
    }),
    propertyRuns(20261123, 200),
  );
});
