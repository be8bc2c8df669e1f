// The endpoints of Feeds.
import { feedCreation } from '@courant/protocol';
import { takeFollow } from '../../accounts/follows.ts';
import * as feeds from '../../library/feeds.ts';
import type { UserHandler } from './handler.ts';
import { requireId } from './ids.ts';
import { readForm } from './input.ts';
import { json, jsonBytes, noContent, presentFeed } from './present.ts';

export const list: UserHandler = async ({ library, instance, feedLists }, { userId }) =>
  jsonBytes(await feedLists.read(library, { userId }, instance.url));

export const get: UserHandler = async ({ library, instance }, { userId, params }) => {
  return json(presentFeed(await feeds.getFeed(library, userId, requireId(params, 'get feed')), instance.url));
};

export const create: UserHandler = async ({ library, accounts, instance }, call) => {
  const { feed_url: address, group_ids: groupIds = [] } = await readForm(call, feedCreation, 'create feed');
  await takeFollow(accounts, call.userId);
  return json(presentFeed(await feeds.follow(library, call.userId, { address, groupIds }), instance.url));
};

export const remove: UserHandler = async ({ library }, { userId, params }) => {
  await feeds.unfollow(library, userId, requireId(params, 'delete feed'));
  return noContent();
};
