// The endpoints of Groups.
import { groupCreation } from '@courant/protocol';
import * as groups from '../../library/groups.ts';
import type { UserHandler } from './handler.ts';
import { requireId } from './ids.ts';
import { readForm } from './input.ts';
import { json, jsonBytes, noContent, presentGroup } from './present.ts';
import { unlessChanged } from './unchanged.ts';

export const list: UserHandler = (house, call) =>
  unlessChanged(house, call, async () => {
    const found = await groups.listGroups(house.library, call.userId);
    return json(found.map((group) => presentGroup(group, house.instance.url)));
  });

export const get: UserHandler = async ({ library, instance }, { userId, params }) => {
  return json(
    presentGroup(await groups.getGroup(library, userId, requireId(params, 'get group')), instance.url),
  );
};

export const feedsOf: UserHandler = async ({ library, instance, feedLists }, { userId, params }) => {
  const groupId = requireId(params, 'list feeds');
  return jsonBytes(await feedLists.read(library, { userId, groupId }, instance.url));
};

export const create: UserHandler = async ({ library, instance }, call) => {
  const { title, feed_ids: feedIds = [] } = await readForm(call, groupCreation, 'create group');
  return json(presentGroup(await groups.createGroup(library, call.userId, { title, feedIds }), instance.url));
};

export const remove: UserHandler = async ({ library }, { userId, params }) => {
  await groups.deleteGroup(library, userId, requireId(params, 'delete group'));
  return noContent();
};
