// What tests of import and export share: waiting for an import, and reading the state of an account.
import assert from 'node:assert/strict';
import type { Client } from '@courant/client';
import type { ImportJob } from '@courant/protocol';
import { feedsWithWrongCount } from '../../src/store/testing/wrong-counts.ts';
import type { TestHouse } from '../house.ts';

/** Advances the time until an import has ended. */
export async function untilEnded(house: TestHouse, client: Client, id: number): Promise<ImportJob> {
  for (let turn = 0; turn < 2_000; turn++) {
    // One that waits for its sites takes many minutes: every five seconds is often enough.
    if (turn < 20 || turn % 10 === 0) {
      const job = await client.transfer.getImport(id);
      if (job.state === 'done' || job.state === 'cancelled') return job;
    }
    await house.clock.advance(500);
  }
  assert.fail(`import ${id} has come to no end`);
}

/** Hands in a document and waits until its import has ended. */
export async function bring(house: TestHouse, client: Client, document: string | Blob): Promise<ImportJob> {
  const { id } = await client.transfer.importFile(document);
  const job = await untilEnded(house, client, id);
  const { store } = house.house.library;
  assert.deepEqual(await store.read((tx) => feedsWithWrongCount(tx)), []);
  return job;
}

/** The lines of an exported account, without the time of the export. */
export async function accountOf(client: Client, content = false): Promise<unknown[]> {
  const lines = (await client.transfer.exportAccount({ content })).trim().split('\n').slice(1);
  return lines.map((line) => JSON.parse(line));
}

/** Items by title, oldest first: read or not, starred or not. */
export async function statusesOf(
  client: Client,
): Promise<[title: string, read: boolean, starred: boolean][]> {
  const items = await Array.fromAsync(client.items.all({ limit: 200 }));
  return items.reverse().map((item) => [item.title, item.read, item['app.courant.items']?.starred ?? false]);
}

export function opml(body: string): string {
  return `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`;
}

export function outline(url: string, title = 'Feed'): string {
  return `<outline type="rss" text="${title}" xmlUrl="${url}"/>`;
}
