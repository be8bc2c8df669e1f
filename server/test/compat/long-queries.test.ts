// Query strings with the longest possible lists of the greatest ids, over a socket: the contract's, Google Reader's and Fever's.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { listen } from '../../src/http/listen.ts';
import { compatHouse } from './compat-house.ts';

const unknown = (count: number) => Array<number>(count).fill(Number.MAX_SAFE_INTEGER);

test('ten thousand ids in the query are a call like any other, and one more is a 413 that changes nothing', async (t) => {
  const { house, url } = await served(t);
  const { items } = await house.ines.client.items.list();
  const ids = items.map((item) => item.id);
  const mark = async (named: readonly number[]) => {
    const query = new URLSearchParams({ ids: named.join(', ') });
    const answer = await fetch(`${url}/api/v1/items/read?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${house.ines.accessToken}` },
    });
    assert.match(answer.headers.get('x-request-id') ?? '', /./);
    return [answer.status, await answer.json()];
  };
  const refused = { error: 'Cannot mark items read: ids has 10001 ids, must be at most 10000' };
  assert.deepEqual(await mark([...unknown(10_001 - ids.length), ...ids]), [413, refused]);
  assert.equal((await mark([...unknown(20_000), ...ids]))[0], 413);
  assert.ok((await house.ines.client.items.list()).items.every((item) => !item.read));
  assert.deepEqual(await mark([...unknown(10_000 - ids.length), ...ids]), [200, ids]);
  assert.ok((await house.ines.client.items.list()).items.every((item) => item.read));
});

test('so are they to an app of Google Reader or of Fever', async (t) => {
  const { house, url } = await served(t);
  const ids = (await house.ines.client.items.list()).items.map((item) => item.id);
  const named = [...unknown(10_000 - ids.length), ...ids];
  const tags = new URLSearchParams({ a: 'user/-/state/com.google/read' });
  for (const id of named) tags.append('i', String(id));
  const marked = await fetch(`${url}/reader/api/0/edit-tag?${tags}`, {
    method: 'POST',
    headers: { authorization: `GoogleLogin auth=${house.token}` },
  });
  assert.deepEqual([marked.status, await marked.text()], [200, 'OK']);
  assert.ok((await house.ines.client.items.list()).items.every((item) => item.read));
  const wanted = new URLSearchParams({ api: '', items: '', with_ids: named.join(',') });
  const body = new URLSearchParams({ api_key: hash('md5', `ines:${house.password}`) });
  const listed = await fetch(`${url}/fever/?${wanted}`, { method: 'POST', body });
  const { items } = (await listed.json()) as { items: { id: number }[] };
  assert.deepEqual(items.map((item) => item.id).sort(), [...ids].sort());
});

async function served(t: TestContext) {
  const house = await compatHouse(t);
  const listener = await listen({ host: '127.0.0.1', port: 0, trustProxy: false });
  t.after(() => listener.close(0));
  listener.serve(house.house.app);
  return { house, url: `http://127.0.0.1:${listener.port}` };
}
