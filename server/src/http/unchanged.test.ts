// Answers that an app has already are known by their tags only as long as the same version of the service would give them.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { AccountsOptions } from '../accounts/options.ts';
import { someLibrary } from '../library/testing/some-library.ts';
import type { FervorHouse, UserCall } from './fervor/handler.ts';
import { RecentAnswers } from './fervor/recent-answers.ts';
import { unlessChanged } from './fervor/unchanged.ts';
import { listIds } from './greader/items.ts';
import { Parameters } from './parameters.ts';
import type { Call } from './routing.ts';
import { WholeResponse } from './whole-response.ts';

/** The answer of a door of this version to an app that has the answer with this tag. */
type Ask = (implementationVersion: string, known?: string) => Promise<Response>;

const doors: Record<string, (t: TestContext) => Promise<Ask>> = {
  async 'Google Reader'(t) {
    const { library, ines } = await someLibrary(t);
    const { userId } = ines;
    const accounts = {} as AccountsOptions;
    return async (implementationVersion, known) => {
      const call = callWith(known);
      const parameters = new Parameters(call.url.searchParams, new URLSearchParams());
      const house = { library, accounts, instance: { name: 'Courant', implementationVersion } };
      return listIds(house, { call, parameters, userId, app: {} as never });
    };
  },
  async Fervor() {
    const recent = new RecentAnswers();
    return (implementationVersion, known) => {
      const house = { instance: { implementationVersion, url: '' }, recent } as unknown as FervorHouse;
      const call = { ...callWith(known), userId: 1, standing: '1' } as UserCall;
      return unlessChanged(house, call, async () => WholeResponse.json([], { headers: {} }));
    };
  },
};

for (const [name, open] of Object.entries(doors)) {
  test(`an app of ${name} that has the list of another version gets it anew`, async (t) => {
    const ask = await open(t);
    const first = await ask('1.0.0');
    assert.equal(first.status, 200);
    const etag = first.headers.get('ETag') ?? '';
    assert.equal((await ask('1.0.0', etag)).status, 304);
    const upgraded = await ask('1.1.0', etag);
    assert.equal(upgraded.status, 200);
    assert.notEqual(upgraded.headers.get('ETag'), etag);
  });
}

test('a list that several apps ask for before anything has changed is made twice, and then at hand', async () => {
  const house = { instance: {}, recent: new RecentAnswers() } as unknown as FervorHouse;
  let made = 0;
  const ask = (standing: string) =>
    unlessChanged(house, { ...callWith(undefined), userId: 1, standing } as UserCall, async () =>
      WholeResponse.json(++made),
    );
  for (const expected of [1, 2, 2, 2]) assert.equal(await (await ask('1')).json(), expected);
  assert.equal(await (await ask('2')).json(), 3);
});

function callWith(known: string | undefined): Call {
  const url = new URL('https://courant.example/list?n=10');
  const headers = known === undefined ? {} : { 'If-None-Match': known };
  return {
    request: new Request(url, { headers }),
    url,
    params: {},
    requestId: '1',
    address: '192.0.2.1',
    secure: true,
  };
}
