/** The extension `app.courant.sync`: changes since a cursor, as an answer and as a stream of events. */

import * as z from 'zod';
import { type Endpoint, guarded, reading } from '../endpoint.ts';
import { feed, group, id, item } from '../entities.ts';
import {
  defaultChangesSize,
  defaultSnapshotSize,
  maxChangesSize,
  maxEventStreams,
  maxListedMarks,
  maxSnapshotSize,
} from '../limits.ts';
import { flag, limit } from '../parameters.ts';
import { count } from '../values.ts';
import { filePosition } from './entities.ts';

const cursor = z
  .string()
  .min(1)
  .meta({ description: 'Where to continue. Opaque: store it and send it back as it is.' });
const ids = z.array(id);
const unread = z.looseObject({ id, unread: count });

/** What has changed between two cursors: each thing once, in its current state. A part in which nothing changed is left out. */
export const changes = z
  .looseObject({
    cursor,
    more: z.boolean().meta({ description: 'Whether there is more to ask for at once.' }),
    snapshot: z.string().exactOptional().meta({
      description: 'Only without `since`: the first page of what there is, for `snapshot`.',
    }),
    groups: z
      .looseObject({ changed: z.array(group).exactOptional(), removed: ids.exactOptional() })
      .exactOptional(),
    feeds: z
      .looseObject({
        changed: z.array(feed).exactOptional(),
        removed: ids
          .exactOptional()
          .meta({ description: 'Together with all of their items. Apply these before anything else.' }),
      })
      .exactOptional(),
    items: z
      .looseObject({
        new: z.array(item).exactOptional(),
        edited: z.array(item).exactOptional(),
        read: ids.exactOptional(),
        unread: ids.exactOptional(),
        starred: ids.exactOptional(),
        unstarred: ids.exactOptional(),
        played: z
          .array(z.looseObject({ id, positions: z.array(filePosition) }))
          .exactOptional()
          .meta({
            description: 'Items whose files were played, with their positions (app.courant.playback).',
          }),
        removed: ids.exactOptional(),
      })
      .exactOptional(),
    counts: z
      .looseObject({ total: count, feeds: z.array(unread) })
      .exactOptional()
      .meta({ description: 'All unread items, and those of each feed whose count may have changed.' }),
  })
  .meta({ description: 'What has changed between two cursors, each thing once and as it is now.' });
export type Changes = z.infer<typeof changes>;

/** A page of the account's current contents. Items come with what is needed to ask for the rest. */
export const snapshot = z
  .looseObject({
    groups: z.array(group),
    feeds: z.array(feed),
    items: z.array(z.looseObject({ id, feed_id: id, read: z.boolean(), starred: z.boolean() })),
    next: z.string().exactOptional().meta({ description: 'The next page; absent on the last.' }),
  })
  .meta({ description: 'A page of what there is: groups, then feeds, then items, the newest first.' });
export type Snapshot = z.infer<typeof snapshot>;

/** Unread items, all counted at one moment. An item counts in each group of its feed. */
export const counts = z
  .looseObject({ total: count, feeds: z.array(unread), groups: z.array(unread) })
  .meta({ description: 'Unread items of each feed, of each group and in total, counted at one moment.' });
export type Counts = z.infer<typeof counts>;

const position = {
  since: z
    .string()
    .exactOptional()
    .meta({ description: 'The cursor of an earlier answer. Default: from now on.' }),
  limit: limit(defaultChangesSize, maxChangesSize).meta({
    description: `How many whole groups, feeds and items to return. In addition there are at most ${maxListedMarks} ids.`,
  }),
  content: flag(true, 'false: items come without `content`, `summary` and `app.courant.full-text`.'),
};

/** `GET changes`. */
export const changesQuery = z.object(position);

/** `GET events`: the same. `Last-Event-ID` takes precedence over `since`. */
export const eventsQuery = z.object(position);

/** `GET snapshot`. */
export const snapshotQuery = z.object({
  page: z
    .string({ error: 'is missing' })
    .min(1, { error: 'is missing' })
    .meta({ description: 'A page token.' }),
  limit: limit(defaultSnapshotSize, maxSnapshotSize).meta({ description: 'How many things, of any kind.' }),
});

export const syncEndpoints = {
  listChanges: {
    ...reading,
    path: '/api/app.courant.sync/v1/changes',
    action: 'list changes',
    query: changesQuery,
    response: changes,
    errors: [400, 410, ...guarded],
    summary:
      'What has changed since a cursor. Without one: a cursor for now, and the first page of a snapshot.',
  },
  getSnapshot: {
    ...reading,
    path: '/api/app.courant.sync/v1/snapshot',
    action: 'get snapshot',
    query: snapshotQuery,
    response: snapshot,
    errors: [400, 410, ...guarded],
    summary: 'A page of what there is. Following the changes afterwards repairs what moved meanwhile.',
  },
  getCounts: {
    ...reading,
    path: '/api/app.courant.sync/v1/counts',
    action: 'get counts',
    response: counts,
    hasTag: true,
    errors: guarded,
    summary: 'Unread items of each feed, of each group and in total.',
  },
  followEvents: {
    ...reading,
    path: '/api/app.courant.sync/v1/events',
    action: 'follow events',
    query: eventsQuery,
    events: changes,
    errors: [400, 410, ...guarded],
    summary:
      'The changes as server-sent events, as they happen. Each event has its cursor as id, so `Last-Event-ID` resumes. ' +
      `429: the user has ${maxEventStreams} streams open already.`,
  },
} as const satisfies Record<string, Endpoint>;
