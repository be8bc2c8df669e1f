// The endpoints of Groups.
import { groupCreation } from '@courant/protocol';
import * as groups from '../../library/groups.ts';
import type { UserHandler } from './handler.ts';
import { readForm, requireId } from './input.ts';
import { json, jsonBytes, noContent, presentGroup } from './present.ts';
import { unlessChanged } from './unchanged.ts';

export const list: UserHandler = (house, call) =>
  unlessChanged(house, call, async () => {
    const found = await groups.listGroups(house.library, call.userId);
    return json(found.map((group) => presentGroup(group, house.instance.url)));
  });

export const get: UserHandler = async ({ library, instance }, call) =>
  json(presentGroup(await groups.getGroup(library, call.userId, requireId(call, 'get group')), instance.url));

export const feedsOf: UserHandler = async ({ library, instance, feedLists }, call) => {
  const scope = { userId: call.userId, groupId: requireId(call, 'list feeds') };
  return jsonBytes(await feedLists.read(library, scope, instance.url));
};

export const create: UserHandler = async ({ library, instance }, call) => {
  const { title, feed_ids: feedIds = [] } = await readForm(call, groupCreation, 'create group');
  return json(presentGroup(await groups.createGroup(library, call.userId, { title, feedIds }), instance.url));
};

export const remove: UserHandler = async ({ library }, call) => {
  await groups.deleteGroup(library, call.userId, requireId(call, 'delete group'));
  return noContent();
};
