// Several apps undo an import, or change what it has made, at the same time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFeed } from '../store/feeds/feeds.ts';
import { insertGroup } from '../store/feeds/groups.ts';
import { addToCount, insertEntry } from '../store/journal.ts';
import { overtaken, overtakenOnceBegun } from '../store/testing/overtaken.ts';
import { setEntryOf } from '../store/transfer/import-entries.ts';
import {
  insertImportFeeds,
  insertImportGroup,
  setFollowed,
  setImportGroup,
} from '../store/transfer/import-parts.ts';
import { insertImport } from '../store/transfer/imports.ts';
import { updateGroup } from './feed-settings.ts';
import { getGroup } from './groups.ts';
import { listEntries, undo } from './journal.ts';
import type { Library } from './library.ts';
import { refusal, someLibrary } from './testing/some-library.ts';

test('of two who undo the same import at once, one has done it and the other is told that it is undone already', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [{ id: feedId } = { id: 0 }] = feeds;
  const { entryId } = await imported(library, userId, [feedId]);
  const wakeful = { ...library, imports: { ...library.imports, wake: () => {} } };
  const undoOnce = () => undo(wakeful, userId, entryId);
  const second = { ...wakeful, store: overtaken(library.store, undoOnce) };
  await assert.rejects(undo(second, userId, entryId), refusal('cannot', /it is undone already/));
  const [last, ...others] = await listEntries(library, userId, { limit: 10 });
  assert.deepEqual([last?.action, last?.count, others.length], ['import.removed', 1, 1]);
  await undo(wakeful, userId, last?.id ?? 0);
  assert.equal((await library.store.read((tx) => findFeed(tx, userId, feedId)))?.id, feedId);
});

test('a group that an import has made stays for a feed that somebody puts into it while that is undone', async (t) => {
  const { library, ines } = await someLibrary(t);
  const { userId, feeds } = ines;
  const [{ id: feedId } = { id: 0 }] = feeds;
  const { entryId, groupId } = await imported(library, userId, []);
  const take = () => updateGroup(library, userId, groupId, { feedIds: [feedId] });
  const undoing = {
    ...library,
    imports: { ...library.imports, wake: () => {} },
    store: overtakenOnceBegun(library.store, take),
  };
  await undo(undoing, userId, entryId);
  assert.deepEqual((await getGroup(library, userId, groupId)).feedIds, [feedId]);
});

/** An import that has made a group, and followed some of the feeds. */
function imported(
  { store }: Library,
  userId: number,
  feedIds: readonly number[],
): Promise<{ entryId: number; groupId: number }> {
  return store.write(async (tx) => {
    const importId = await insertImport(tx, userId, 'opml');
    const subject = { kind: 'import', id: importId } as const;
    const entryId = await insertEntry(tx, userId, { action: 'import.done', subject });
    await setEntryOf(tx, importId, entryId);
    const groupId = (await insertGroup(tx, userId, 'News')) ?? 0;
    await insertImportGroup(tx, importId, { place: 0, title: 'News' });
    await setImportGroup(tx, importId, { title: 'News', id: groupId, entryId });
    for (const [place, feedId] of feedIds.entries()) {
      await insertImportFeeds(tx, importId, [
        { place, feed: { url: `https://${place}.example/`, groups: [] } },
      ]);
      await setFollowed(tx, importId, { place, feedId, wasThere: false, entryId });
    }
    await addToCount(tx, entryId, feedIds.length);
    return { entryId, groupId };
  });
}
