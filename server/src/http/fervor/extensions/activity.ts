// The extension app.courant.feeds: what feeds publish, and how much of it is read.
import { activityQuery, pulseQuery } from '@courant/protocol';
import { getActivity, getPulse, listPulses } from '../../../library/activity.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readQuery, requireId, scopeOf } from '../input.ts';
import { json } from '../present.ts';
import { presentActivity, presentDays, presentPulse } from '../present-activity.ts';

const list: UserHandler = async ({ library }, { userId }) =>
  json((await listPulses(library, userId)).map(presentPulse));

const get: UserHandler = async ({ library }, call) => {
  const action = 'get activity';
  const id = requireId(call, action);
  const { utc_offset_minutes: minutes } = readQuery(call, activityQuery, action);
  return json(
    presentActivity(id, await getActivity(library, call.userId, { id, offsetMs: minutes * 60_000 })),
  );
};

const getDays: UserHandler = async ({ library }, call) => {
  const query = readQuery(call, pulseQuery, 'get activity');
  const asked = { scope: scopeOf(query), offsetMs: query.utc_offset_minutes * 60_000 };
  return json(presentDays(await getPulse(library, call.userId, asked)));
};

export const activityRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.feeds/v1/feeds/activity', 'read', list],
  ['GET', '/api/app.courant.feeds/v1/feeds/:id/activity', 'read', get],
  ['GET', '/api/app.courant.feeds/v1/activity', 'read', getDays],
];
