// What a person can do with Groups.
import type { Group } from '../model/group.ts';
import { Refusal } from '../model/refusal.ts';
import { requireSeen } from '../model/title.ts';
import { appendChange } from '../store/changes.ts';
import { lockSequence } from '../store/counters.ts';
import { ownFeedIds } from '../store/feeds/feeds.ts';
import * as groups from '../store/feeds/groups.ts';
import type { Library } from './library.ts';
import { removeGroup } from './removals.ts';
import { requireOwn } from './require-own.ts';

/** In order of id. */
export function listGroups({ store }: Library, userId: number): Promise<Group[]> {
  return store.read((tx) => groups.listGroups(tx, userId));
}

/** Throws Refusal `not-found`. */
export async function getGroup({ store }: Library, userId: number, id: number): Promise<Group> {
  const group = await store.read((tx) => groups.findGroup(tx, userId, id));
  return group ?? noSuchGroup('get group', id);
}

/**
 * Makes a group of the user's feeds. `title` is trimmed and of valid length.
 * Throws Refusal `invalid` for a title that nobody sees, `conflict` for one that is taken, `cannot` for unknown feeds; then nothing is created.
 */
export function createGroup(
  { store }: Library,
  userId: number,
  wanted: { title: string; feedIds: readonly number[] },
): Promise<Group> {
  return store.write(async (tx) => {
    // Whoever restores a group of the same title has it locked before the title.
    await lockSequence(tx, userId);
    const feedIds = await ownFeedIds(tx, userId, wanted.feedIds);
    requireOwn({ action: 'create group', noun: 'feed' }, wanted.feedIds, feedIds);
    requireSeen(wanted.title, 'create group');
    const id = await groups.insertGroup(tx, userId, wanted.title);
    if (id === undefined)
      throw new Refusal('conflict', 'Cannot create group: a group of that title exists', {
        reason: 'title-taken',
      });
    await groups.addFeedsToGroup(tx, id, feedIds);
    await appendChange(tx, userId, 'groups.new', [id]);
    await appendChange(tx, userId, 'feeds.changed', feedIds);
    const group = await groups.findGroup(tx, userId, id);
    if (!group) throw new Error(`Group ${id} is missing right after its creation`);
    return group;
  });
}

/** Removes a group; its feeds stay, and the journal can restore it. Throws Refusal `not-found`. */
export function deleteGroup({ store }: Library, userId: number, id: number): Promise<void> {
  return store.write(async (tx) => {
    // Others who remove it or change its feeds must finish before it is read.
    await lockSequence(tx, userId);
    const group = await groups.findGroup(tx, userId, id);
    if (!group) return noSuchGroup('delete group', id);
    await removeGroup(tx, userId, group);
  });
}

export function noSuchGroup(action: string, id: number): never {
  throw new Refusal('not-found', `Cannot ${action}: there is no group ${id}`);
}
