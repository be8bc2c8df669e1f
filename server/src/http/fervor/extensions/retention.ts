// The extension app.courant.retention: how long items are kept.
import { policyForm, previewQuery } from '@courant/protocol';
import { getPolicies, type PolicyWish, previewPolicy, setPolicy } from '../../../library/retention.ts';
import type { RetentionPolicy } from '../../../model/retention.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, readQuery } from '../input.ts';
import { json } from '../present.ts';
import { presentPolicies, presentPreviews } from '../present-retention.ts';

const get: UserHandler = async ({ library }, { userId }) =>
  json(presentPolicies(await getPolicies(library, userId)));

const set: UserHandler = async ({ library }, call) => {
  const wish = wishOf(await readForm(call, policyForm, 'set policy'));
  return json(presentPolicies(await setPolicy(library, call.userId, wish)));
};

const preview: UserHandler = async ({ library }, call) => {
  const { keep, ...rest } = readQuery(call, previewQuery, 'preview policy');
  const wish = keep === undefined ? undefined : wishOf({ keep, ...rest });
  return json(presentPreviews(await previewPolicy(library, call.userId, wish)));
};

function wishOf(read: {
  keep: RetentionPolicy['keep'] | 'default';
  count?: number;
  feed_id?: number;
}): PolicyWish {
  const { keep, count = 1, feed_id: feedId } = read;
  if (keep === 'default') return { feedId, policy: undefined };
  return { feedId, policy: keep === 'forever' ? { keep } : { keep, count } };
}

export const retentionRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.retention/v1/policy', 'read', get],
  ['POST', '/api/app.courant.retention/v1/policy', 'write', set],
  ['GET', '/api/app.courant.retention/v1/preview', 'read', preview],
];
