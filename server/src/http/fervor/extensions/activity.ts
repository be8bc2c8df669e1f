// The extension app.courant.feeds: what feeds publish and what is read of it.
import { activityQuery } from '@courant/protocol';
import { getActivity, listPulses } from '../../../library/activity.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { requireId } from '../ids.ts';
import { readQuery } from '../input.ts';
import { json } from '../present.ts';
import { presentActivity, presentPulse } from '../present-activity.ts';

const list: UserHandler = async ({ library }, { userId }) =>
  json((await listPulses(library, userId)).map(presentPulse));

const get: UserHandler = async ({ library }, call) => {
  const action = 'get activity';
  const id = requireId(call.params, action);
  const { utc_offset_minutes: minutes } = readQuery(call, activityQuery, action);
  return json(
    presentActivity(id, await getActivity(library, call.userId, { id, offsetMs: minutes * 60_000 })),
  );
};

export const activityRoutes: readonly ExtensionRoute[] = [
  { method: 'GET', path: '/api/app.courant.feeds/v1/feeds/activity', scope: 'read', handle: list },
  { method: 'GET', path: '/api/app.courant.feeds/v1/feeds/:id/activity', scope: 'read', handle: get },
];
