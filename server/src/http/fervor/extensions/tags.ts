// The extension app.courant.items: the words that a user puts on items.
import { tagging } from '@courant/protocol';
import { listTags, tagItem } from '../../../library/tags.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { answerOne } from '../items.ts';
import { json } from '../present.ts';

const base = '/api/app.courant.items/v1';

const list: UserHandler = async ({ library }, { userId }) => json(await listTags(library, userId));

const tag: UserHandler = async (house, call) => {
  const id = requireId(call, 'tag item');
  const { title } = await readForm(call, tagging, 'tag item');
  return answerOne(house, call, await tagItem(house.library, call.userId, id, { put: [title], takeOff: [] }));
};

const untag: UserHandler = async (house, call) => {
  const id = requireId(call, 'untag item');
  const { title } = await readForm(call, tagging, 'untag item');
  return answerOne(house, call, await tagItem(house.library, call.userId, id, { put: [], takeOff: [title] }));
};

export const tagsRoutes: readonly ExtensionRoute[] = [
  ['GET', `${base}/tags`, 'read', list],
  ['POST', `${base}/items/:id/tag`, 'write', tag],
  ['POST', `${base}/items/:id/untag`, 'write', untag],
];
