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
  ['GET', `${items}/starred`, 'read', listStarred],
  ['POST', `${items}/:id/star`, 'write', markOne('starred', 'star item')],
  ['POST', `${items}/:id/unstar`, 'write', markOne('unstarred', 'unstar item')],
  ['POST', `${items}/star`, 'write', markMany('starred', 'star items')],
  ['POST', `${items}/unstar`, 'write', markMany('unstarred', 'unstar items')],
  ['POST', `${items}/mark-read`, 'write', markAll('read')],
  ['POST', `${items}/mark-unread`, 'write', markAll('unread')],
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
  return { upTo, olderThanId, newerThanId, before };
}
