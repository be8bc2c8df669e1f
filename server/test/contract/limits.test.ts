// Limits that are in several rooms, because these do not import each other, are the same everywhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxBatchIds, maxListedIds, maxListedMarks } from '@courant/protocol';
import * as ofClient from '../../../client/src/limits.ts';
import { changesAtOnce, feedIntervals } from '../../src/library/limits.ts';
import { testHouse } from '../house.ts';

test('the client sends as many ids in one call as the contract allows', () => {
  assert.deepEqual([ofClient.maxBatchIds, ofClient.maxListedIds], [maxBatchIds, maxListedIds]);
});

test('an answer about changes has as many ids as the contract says', () => {
  assert.equal(changesAtOnce.ids, maxListedMarks);
});

test('the description of the interface has the bounds of the interval that the library checks', async (t) => {
  const house = await testHouse(t);
  const { paths } = (await (await house.ask('/api/v1/openapi.json')).json()) as {
    paths: Record<string, { post?: { requestBody: unknown } }>;
  };
  const form = JSON.stringify(paths['/api/app.courant.feeds/v1/feeds/{id}/update']?.post?.requestBody);
  const { shortestMs, longestMs } = feedIntervals;
  const bounds = `"minimum":${shortestMs / 1000},"maximum":${longestMs / 1000}`;
  assert.ok(form.includes(bounds), `protocol/src/extensions/feeds.ts must have ${bounds}: ${form}`);
});
