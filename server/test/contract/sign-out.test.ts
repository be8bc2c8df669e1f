// Signing out with the typed client, which checks the answers against the contract.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CourantError } from '@courant/client';
import { testHouse } from '../house.ts';

test('an app that signs out is out, and nobody else is', async (t) => {
  const house = await testHouse(t);
  const [ines, otto] = [await house.signIn('ines'), await house.signIn('otto')];
  await ines.client.revoke();
  await assert.rejects(
    ines.client.feeds.list(),
    (error) => error instanceof CourantError && error.isSignedOut,
  );
  const answer = await house.ask('/api/v1/feeds', {
    headers: { authorization: `Bearer ${ines.accessToken}` },
  });
  assert.equal(answer.status, 401);
  assert.deepEqual(await otto.client.feeds.list(), []);
});
