// Which calls an app's token is allowed: exactly those that the description of the interface says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordOf } from '../accounts.ts';
import { posts } from '../documents.ts';
import { follow, publicUrl, testHouse } from '../house.ts';
import { signInApp } from '../sign-in.ts';

type Operation = { security: Record<string, string[]>[] };
type Description = { paths: Record<string, Record<string, Operation>> };

test('a token is refused with 403 exactly where the description does not allow its scope', async (t) => {
  const house = await testHouse(t);
  const { paths } = (await (await house.ask('/api/v1/openapi.json')).json()) as Description;
  let asked = 0;
  for (const scope of ['read', 'write']) {
    const { accessToken } = await house.signIn(`app that may ${scope}`, scope);
    const headers = { authorization: `Bearer ${accessToken}` };
    for (const [path, method, { security }] of operationsOf(paths)) {
      if (security.length === 0) continue;
      const answer = await house.ask(path.replace('{id}', '1'), { method, headers });
      await answer.body?.cancel();
      const isAllowed = security.some(({ oauth2 }) => oauth2?.includes(scope));
      assert.equal(answer.status !== 403, isAllowed, `${method} ${path} with ${scope}: ${answer.status}`);
      asked++;
    }
  }
  assert.ok(asked > 100, String(asked));
});

test('an app that may only change things is answered with the words of what it marks', async (t) => {
  const house = await testHouse(t);
  const { client } = await house.signIn('ines');
  await follow(house, client, 'https://a.example/feed', posts(1, 1));
  const [item] = (await client.items.list()).items;
  const own = { baseUrl: publicUrl, name: 'ines', password: passwordOf('ines'), fetch: house.ask };
  const { accessToken } = await signInApp({ ...own, scope: 'write' });
  const headers = { authorization: `Bearer ${accessToken}` };
  const marked = await house.ask(`/api/v1/items/${item?.id}/read`, { method: 'POST', headers });
  assert.deepEqual(await marked.json(), { ...item, read: true });
});

test('whoever sends a token in another form is told the right one, and whoever sends none that it is missing', async (t) => {
  const house = await testHouse(t);
  const { accessToken } = await house.signIn('ines');
  const sayingTo = async (headers: Record<string, string>): Promise<unknown> => {
    const refused = await house.ask('/api/v1/items', { headers });
    assert.equal(refused.status, 401);
    return ((await refused.json()) as { error: unknown }).error;
  };
  const basic = `Basic ${btoa(`ines:${accessToken}`)}`;
  for (const authorization of [accessToken, `Token ${accessToken}`, `Bearer "${accessToken}"`, basic])
    assert.equal(
      await sayingTo({ authorization }),
      'Cannot answer: the Authorization header has another form, must be Bearer and an access token',
    );
  assert.equal(await sayingTo({}), 'Cannot answer: the request carries no access token');
});

function operationsOf(paths: Description['paths']): [string, string, Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]): [string, string, Operation] => [
      path,
      method.toUpperCase(),
      each,
    ]),
  );
}
