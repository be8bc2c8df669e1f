/** The extension `app.courant.transfer`: import and export of feeds and of whole accounts. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { maxImportBytes } from '../limits.ts';
import { flag } from '../parameters.ts';
import { count, dateTime, id } from '../values.ts';
import { saidCode } from './entities.ts';

/** A feed of an import that could not be followed. */
const importFailure = z
  .looseObject({
    feed_url: z.string().min(1).meta({ description: 'As in the document.' }),
    title: z.string().exactOptional(),
    group_ids: z.array(id).meta({ description: 'The groups that it would be in.' }),
    reason: z.string().min(1).meta({ description: 'For a person.' }),
    code: saidCode,
  })
  .meta({ description: 'A feed that could not be followed, kept for another try.' });

/** What was left out of a document. */
const importNote = z
  .looseObject({
    sentence: z.string().min(1).meta({ description: 'For a person.' }),
    code: saidCode,
    count: count.exactOptional().meta({ description: 'The number in the sentence, if there is one.' }),
  })
  .meta({ description: 'What was left out of a document, or cannot be read at the moment.' });

/** A document that is being imported into the account. */
export const importJob = z
  .looseObject({
    id,
    kind: z
      .enum(['opml', 'courant', 'freshrss', 'miniflux', 'feedbin', 'nextcloud', 'feeder', 'ttrss'])
      .meta({ description: 'What the document is, judged by its contents.' }),
    state: z.enum(['waiting', 'running', 'done', 'cancelled']),
    created_at: dateTime,
    ended_at: dateTime.exactOptional(),
    feeds: z.looseObject({
      total: count,
      done: count.meta({ description: '`followed`, `already_there` and `failed` together.' }),
      followed: count,
      already_there: count,
      failed: count,
    }),
    items: z.looseObject({
      total: count,
      done: count.meta({ description: 'Items that have been added to their feed.' }),
    }),
    entry_id: id.exactOptional().meta({
      description:
        'The entry of app.courant.journal that undoes it. Absent: nothing was followed or made, or all of it is undone.',
    }),
    notes: z.array(importNote),
    failures: z.array(importFailure).exactOptional().meta({ description: 'Absent in lists of imports.' }),
  })
  .meta({ description: 'An import and how far it has come.' });
export type ImportJob = z.infer<typeof importJob>;

/** `GET account`. */
export const accountQuery = z.object({
  content: flag(false, 'Whether to include the texts of the items and what belongs to them.'),
});

/** The media types that are accepted; the kind of a document is found out from its content. */
export const importTypes = [
  'text/x-opml',
  'text/xml',
  'application/xml',
  'application/json',
  'application/x-ndjson',
  'text/plain',
  'application/octet-stream',
] as const;

const base = '/api/app.courant.transfer/v1';

export const transferEndpoints = {
  exportOpml: {
    ...reading,
    path: `${base}/opml`,
    action: 'export feeds',
    text: 'text/x-opml',
    errors: guarded,
    summary: 'The feeds in their groups as OPML 2.0.',
  },
  exportAccount: {
    ...reading,
    path: `${base}/account`,
    action: 'export account',
    query: accountQuery,
    text: 'application/x-ndjson',
    errors: [400, ...guarded],
    summary:
      'Groups, feeds, and items with their status and identifiers, as JSON Lines that can be imported again.',
  },
  listImports: {
    ...reading,
    path: `${base}/imports`,
    action: 'list imports',
    response: z.array(importJob),
    errors: guarded,
    summary: 'The imports of the last 90 days, newest first.',
  },
  startImport: {
    ...writing,
    path: `${base}/imports`,
    action: 'import',
    document: importTypes,
    response: importJob,
    errors: [400, 413, 415, 422, ...guarded],
    summary:
      `Imports a document of at most ${maxImportBytes / 1_000_000} MB: OPML, an account of this service, or what another reader ` +
      'exports (`kind` of the answer lists them), also compressed or in a ZIP archive. Its groups are created before the answer, ' +
      'its feeds are followed after it. 422: it is none of these, or names no feed.',
  },
  getImport: {
    ...reading,
    path: `${base}/imports/:id`,
    action: 'get import',
    response: importJob,
    errors: [404, ...guarded],
    summary: 'How far an import has come, and what of it has failed.',
  },
  retryImport: {
    ...writing,
    path: `${base}/imports/:id/retry`,
    action: 'retry import',
    response: importJob,
    errors: [404, 413, 415, 422, ...guarded],
    summary: 'Retries the feeds that failed or were not tried. 422: there are none.',
  },
  cancelImport: {
    ...writing,
    path: `${base}/imports/:id/cancel`,
    action: 'cancel import',
    response: importJob,
    errors: [404, 413, 415, 422, ...guarded],
    summary: 'Stops an import; what is followed stays. 422: it has ended.',
  },
} as const satisfies Record<string, Endpoint>;
