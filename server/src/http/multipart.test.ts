// Multipart forms as programs write them, and as they should not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { multipartFields } from './multipart.ts';

const TYPE = 'multipart/form-data; boundary=b';

function part(header: string, value: string): string {
  return `--b\r\n${header}\r\n\r\n${value}\r\n`;
}

test('whatever the runtime writes as a multipart form is read as the runtime reads it, without the files', async () => {
  const name = fc.stringMatching(/^[a-z_]{1,8}$/);
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('', '\r\n', '\r\n--', '--\r\n\r\n', '"'),
  );
  const field = fc.record({ name, value, isFile: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(field, { maxLength: 8 }), async (fields) => {
      const form = new FormData();
      for (const { name, value, isFile } of fields) {
        if (isFile) form.append(name, new Blob([value]), 'x; name="y".txt');
        else form.append(name, value);
      }
      const request = new Request('http://host.invalid', { method: 'POST', body: form });
      const type = request.headers.get('Content-Type') ?? '';
      const read = multipartFields(await request.clone().text(), type, 'answer');
      const expected = [...(await request.formData())].filter(([, value]) => typeof value === 'string');
      assert.deepEqual([...read], expected);
    }),
    { numRuns: 200, seed: 7 },
  );
});

test('a form is read whatever stands before and after it, beside the name, and around the boundary', () => {
  const body = `preamble\r\n${part('Content-Type: text/plain\r\ncontent-disposition: FORM-DATA; x=y; name=i', '1')}--b--\r\nepilogue`;
  for (const type of ['multipart/form-data; charset=utf-8; Boundary="b"', TYPE]) {
    assert.deepEqual([...multipartFields(body, type, 'answer')], [['i', '1']], type);
  }
});

test('what is not a multipart form is refused', () => {
  const good = part('Content-Disposition: form-data; name="i"', '1');
  const bodies = [
    '',
    'i=1',
    good,
    `${good}--c--`,
    `--b\r\n\r\n1\r\n--b--`,
    `--b\r\nContent-Disposition: form-data; name="i"\r\n--b--`,
    `--b\r\nContent-Disposition: form-data; name=it\r\n--b--`,
    `--bContent-Disposition: form-data; name="i"\r\n\r\n1\r\n--b--`,
    `${part('Content-Disposition: form-data', '1')}--b--`,
    `${part('Content-Disposition: form-data; filename="name=i"', '1')}--b--`,
  ];
  const refusal = { code: 'invalid', message: 'Cannot answer: the body is not multipart/form-data' };
  for (const body of bodies) assert.throws(() => multipartFields(body, TYPE, 'answer'), refusal, body);
  const nameless = good.replace('--b', '--undefined');
  assert.throws(() => multipartFields(`${nameless}--undefined--`, 'multipart/form-data', 'answer'), refusal);
});

test('a multipart form is taken apart up to the number of parts that a form may have fields', () => {
  const one = part('Content-Disposition:form-data;name=i', '');
  assert.equal(multipartFields(`${one.repeat(30_000)}--b--`, TYPE, 'mark').size, 30_000);
  assert.throws(() => multipartFields(`${one.repeat(30_001)}--b--`, TYPE, 'mark'), {
    code: 'too-large',
    message: 'Cannot mark: the form has more than 30000 fields',
  });
});

test('a boundary has 70 characters at most', () => {
  const body = `${part('Content-Disposition: form-data; name="i"', '1')}--b--`;
  const fieldsWith = (boundary: string) =>
    multipartFields(
      body.replaceAll('--b', `--${boundary}`),
      `multipart/form-data; boundary=${boundary}`,
      'answer',
    );
  assert.equal(fieldsWith('x'.repeat(70)).get('i'), '1');
  assert.throws(() => fieldsWith('x'.repeat(71)), { code: 'invalid' });
});
