// The extension app.courant.items: stars and marking in bulk. Its further fields of Items are in `present-items.ts`.
import { type BulkMarking, bulkMarking } from '@courant/protocol';
import { markInBulk } from '../../../library/marks.ts';
import type { MarkBounds } from '../../../model/mark.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, scopeOf } from '../input.ts';
import { answerList, markMany, markOne } from '../items.ts';
import { json } from '../present.ts';

const items = '/api/app.courant.items/v1/items';

const listStarred: UserHandler = (house, call) => answerList(house, call, { of: 'starred' });

export const itemsRoutes: readonly ExtensionRoute[] = [
  { method: 'GET', path: `${items}/starred`, scope: 'read', handle: listStarred },
  { method: 'POST', path: `${items}/:id/star`, scope: 'write', handle: markOne('starred', 'star item') },
  {
    method: 'POST',
    path: `${items}/:id/unstar`,
    scope: 'write',
    handle: markOne('unstarred', 'unstar item'),
  },
  { method: 'POST', path: `${items}/star`, scope: 'write', handle: markMany('starred', 'star items') },
  { method: 'POST', path: `${items}/unstar`, scope: 'write', handle: markMany('unstarred', 'unstar items') },
  { method: 'POST', path: `${items}/mark-read`, scope: 'write', handle: markAll('read') },
  { method: 'POST', path: `${items}/mark-unread`, scope: 'write', handle: markAll('unread') },
];

function markAll(mark: 'read' | 'unread'): UserHandler {
  return async ({ library }, call) => {
    const wanted = await readForm(call, bulkMarking, `mark items ${mark}`);
    const asked = { scope: scopeOf(wanted), bounds: boundsOf(wanted), mark };
    const { entryId, changed } = await markInBulk(library, call.userId, asked);
    return json({ changed, ...(entryId === undefined ? {} : { entry_id: entryId }) });
  };
}

function boundsOf(wanted: BulkMarking): MarkBounds {
  const { up_to: upTo, older_than_id: olderThanId, newer_than_id: newerThanId, before } = wanted;
  return {
    ...(upTo === undefined ? {} : { upTo }),
    ...(olderThanId === undefined ? {} : { olderThanId }),
    ...(newerThanId === undefined ? {} : { newerThanId }),
    ...(before === undefined ? {} : { before }),
  };
}
