// The endpoints of Feeds.
import { feedCreation } from '@courant/protocol';
import { takeFollow } from '../../accounts/quotas.ts';
import * as feeds from '../../library/feeds.ts';
import type { UserHandler } from './handler.ts';
import { readForm, requireId } from './input.ts';
import { json, jsonBytes, noContent, presentFeed } from './present.ts';

export const list: UserHandler = async ({ library, instance, feedLists }, { userId }) =>
  jsonBytes(await feedLists.read(library, { userId }, instance.url));

export const get: UserHandler = async ({ library, instance }, call) =>
  json(presentFeed(await feeds.getFeed(library, call.userId, requireId(call, 'get feed')), instance.url));

export const create: UserHandler = async ({ library, accounts, instance }, call) => {
  const { feed_url: address, group_ids: groupIds = [] } = await readForm(call, feedCreation, 'create feed');
  await takeFollow(accounts, call.userId);
  return json(presentFeed(await feeds.follow(library, call.userId, { address, groupIds }), instance.url));
};

export const remove: UserHandler = async ({ library }, call) => {
  await feeds.unfollow(library, call.userId, requireId(call, 'delete feed'));
  return noContent();
};
