// Recorded sessions of real apps, replayed at every address under which an app can be given the server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CompatHouse, compatHouse } from './compat-house.ts';
import { liferea, newsboat, type Step } from './recorded-sessions.ts';

const bases = [
  '',
  '/api/greader.php',
  '/greader.php',
  '/api/greader.php/api/greader.php',
  '/',
  '/greader.php/',
  '//api/greader.php',
];

for (const [name, session] of Object.entries({ newsboat, liferea })) {
  test(`a session of ${name} is understood at every address`, async (t) => {
    const house = await compatHouse(t);
    for (const base of bases) {
      const ids = (await house.ines.client.items.list({ limit: 200 })).items.map(({ id }) => id);
      await house.ines.client.items.markManyUnread(ids);
      await house.ines.client.stars.removeMany(ids);
      await play(house, session, base);
    }
  });
}

async function play(house: CompatHouse, session: readonly Step[], base: string): Promise<void> {
  const known: Record<string, string> = { password: house.password };
  house.feeds.forEach((id, index) => {
    known[`feed${index + 1}`] = String(id);
  });
  const ids = (await house.ines.client.items.list({ limit: 200 })).items.map(({ id }) => id).reverse();
  ids.forEach((id, index) => {
    known[`id${index + 1}`] = String(id);
    known[`item${index + 1}`] = id.toString(16).padStart(16, '0');
  });
  for (const step of session) {
    const fill = (text: string): string =>
      text.replace(/\{(\w+)\}/g, (_all, name: string) => known[name] ?? assert.fail(`no ${name} is known`));
    const [method = '', path = ''] = fill(step.send).split(' ');
    const answer = await house.ask(`http://host.invalid${base}${path}`, {
      method,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(step.signed ? { authorization: `GoogleLogin auth=${known.auth}` } : {}),
      },
      ...(step.body === undefined ? {} : { body: fill(step.body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${base} ${step.send}: ${text}`);
    assert.ok(text.startsWith(step.begins), `${base} ${step.send}: ${text}`);
    if (step.begins === 'OK') assert.equal(text, 'OK');
    if (step.begins === 'SID=') known.auth = /^Auth=([^=\s&+]+)$/m.exec(text)?.[1] ?? '';
    if (step.send.endsWith('/token')) known.token = text;
    if (step.leaves) await assertLeft(house, ids, step.leaves);
  }
}

async function assertLeft(
  { ines }: CompatHouse,
  ids: readonly number[],
  left: NonNullable<Step['leaves']>,
): Promise<void> {
  const { items } = await ines.client.items.list({ limit: 200 });
  if ('unread' in left) {
    const unread = items.filter(({ read }) => !read).map(({ id }) => ids.indexOf(id) + 1);
    assert.deepEqual(unread.reverse(), left.unread);
    return;
  }
  const item = items.find(({ id }) => id === ids[left.item - 1]);
  if (left.read !== undefined) assert.equal(item?.read, left.read);
  if (left.starred !== undefined) assert.equal(item?.['app.courant.items']?.starred, left.starred);
}
