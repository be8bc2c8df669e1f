import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formFields, withSigns } from './form-fields.ts';

test('a form is taken apart up to a number of fields, and refused beyond it', () => {
  const most = Array.from({ length: 30_000 }, (_, index) => `i=${index}`).join('&');
  assert.equal(formFields(most, 'mark').getAll('i').length, 30_000);
  assert.equal(formFields('', 'mark').size, 0);
  assert.throws(() => formFields(`${most}&T=x`, 'mark'), {
    code: 'too-large',
    message: 'Cannot mark: the form has more than 30000 fields',
  });
});

test('the fields are counted as they are written, before they are repaired', () => {
  const repaired = (form: string) => form.replaceAll('&', '%26');
  assert.deepEqual([...formFields('s=a&b', 'mark', repaired)], [['s', 'a&b']]);
  assert.throws(() => formFields('&a'.repeat(30_000), 'mark', repaired), { code: 'too-large' });
});

test('fields without a value mean the same with an equals sign, with which they are read', () => {
  const form = `+a&b&&c=&=d&e==f&g=h=i&%41%c3%a9+j&=&${'%'}`;
  assert.deepEqual([...formFields(form, 'mark')], [...new URLSearchParams(form)]);
  assert.equal(withSigns(form), `+a=&b=&&c=&=d&e==f&g=h=i&%41%c3%a9+j=&=&${'%'}=`);
});
