import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '../../test/property-runs.ts';
import { AnswerHeaders } from './answer-headers.ts';

const names = fc.constantFrom('Link', 'link', 'X-A', 'Set-Cookie', 'set-cookie', 'ETag');
const values = fc.constantFrom('a', 'b; c', 'W/"1"', 'x=1, y=2');
const step = fc.oneof(
  fc.record({ does: fc.constantFrom('set', 'append'), name: names, value: values }),
  fc.record({ does: fc.constant('delete'), name: names, value: fc.constant('') }),
);

test('whatever is done to fields, they are what fetch would have made of them', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const [ours, theirs] = [new AnswerHeaders(), new Headers()];
      for (const headers of [ours, theirs]) {
        for (const { does, name, value } of steps) {
          if (does === 'set') headers.set(name, value);
          else if (does === 'append') headers.append(name, value);
          else headers.delete(name);
        }
      }
      for (const name of ['LINK', 'x-a', 'Set-Cookie', 'etag', 'none']) {
        assert.equal(ours.get(name), theirs.get(name));
        assert.equal(ours.has(name), theirs.has(name));
      }
      assert.deepEqual(ours.getSetCookie(), theirs.getSetCookie());
      // fetch sorts the fields; on the wire their order means nothing.
      assert.deepEqual([...ours].sort(), [...theirs].sort());
      assert.deepEqual([...new AnswerHeaders(ours)], [...ours]);
      assert.deepEqual([...new Headers([...ours])], [...theirs]);
    }),
    propertyRuns(20261121, 200),
  );
});

test('changing a copy of the fields leaves the fields as they are', () => {
  const [one, cookie] = [new AnswerHeaders({ 'X-A': 'a' }), 'c=1'];
  one.append('Set-Cookie', cookie);
  const other = new AnswerHeaders(one);
  other.set('X-A', 'b');
  other.append('Set-Cookie', 'd=2');
  assert.deepEqual(
    [...one],
    [
      ['x-a', 'a'],
      ['set-cookie', cookie],
    ],
  );
});

test('fields go to the wire as name and value in turn, cookies each by itself', () => {
  const headers = new AnswerHeaders({ 'X-A': 'b' });
  headers.append('Set-Cookie', 'one=1');
  headers.append('Set-Cookie', 'two=2');
  assert.deepEqual(headers.raw(), ['x-a', 'b', 'set-cookie', 'one=1', 'set-cookie', 'two=2']);
});
