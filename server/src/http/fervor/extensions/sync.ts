// The extension app.courant.sync: changes since a cursor, as an answer and as a stream of events.
import { changesQuery, eventsQuery, snapshotQuery } from '@courant/protocol';
import { countUnread, listChanges } from '../../../library/changes.ts';
import { getSnapshot } from '../../../library/snapshot.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readQuery } from '../input.ts';
import { json } from '../present.ts';
import { imageProxyFor } from '../present-images.ts';
import { presentChanges, presentCounts, presentSnapshot } from '../present-sync.ts';
import { unlessChanged } from '../unchanged.ts';

const changes: UserHandler = async ({ library, instance }, call) => {
  const action = 'list changes';
  const { since, limit, content } = readQuery(call, changesQuery, action);
  const answer = await listChanges(library, call.userId, { since, limit, content, action });
  const images = imageProxyFor(library, call);
  return json(await presentChanges(answer, { base: instance.url, images }));
};

const snapshot: UserHandler = async ({ library, instance, inTurn }, call) => {
  const query = readQuery(call, snapshotQuery, 'get snapshot');
  return inTurn(async () =>
    json(presentSnapshot(await getSnapshot(library, call.userId, query), instance.url)),
  );
};

/** Unread counts only change with items and groups, and so with the sequence of changes. */
const counts: UserHandler = (house, call) => {
  return unlessChanged(house, call, async () =>
    json(presentCounts(await countUnread(house.library, call.userId))),
  );
};

/** Each event is an answer of `changes`, and its id is that answer's cursor. */
const events: UserHandler = async ({ library, instance, eventStreams, eventInTurn }, call) => {
  const action = 'follow events';
  const { since, limit, content } = readQuery(call, eventsQuery, action);
  const images = imageProxyFor(library, call);
  let position = call.request.headers.get('Last-Event-ID') || since;
  const read = (): ReturnType<typeof listChanges> =>
    eventInTurn(() => listChanges(library, call.userId, { since: position, limit, content, action }));
  // Read before the stream begins, so that a bad cursor gets an error status. Without a cursor, the stream begins at this point.
  const first = await read();
  let isToldFirst = position === undefined;
  const next = async (): Promise<string | undefined> => {
    const answer = isToldFirst ? first : await read();
    isToldFirst = false;
    if (answer.snapshot === undefined && answer.news === undefined) return undefined;
    position = answer.cursor;
    const data = JSON.stringify(await presentChanges(answer, { base: instance.url, images }));
    return `id: ${answer.cursor}\nevent: changes\ndata: ${data}\n\n`;
  };
  return eventStreams.open(call, next);
};

export const syncRoutes: readonly ExtensionRoute[] = [
  ['GET', '/api/app.courant.sync/v1/changes', 'read', changes],
  ['GET', '/api/app.courant.sync/v1/snapshot', 'read', snapshot],
  ['GET', '/api/app.courant.sync/v1/counts', 'read', counts],
  ['GET', '/api/app.courant.sync/v1/events', 'read', events],
];
