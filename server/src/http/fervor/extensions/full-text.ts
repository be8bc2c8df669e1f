// The extension app.courant.full-text: the whole article where a feed gives only its start.
import { fullTextMode } from '@courant/protocol';
import { takeArticle } from '../../../accounts/quotas.ts';
import { fetchFullText, keptFullText, setArticles } from '../../../library/full-text.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { json, presentFeed, presentFullText } from '../present.ts';

const fetchArticle: UserHandler = async ({ library, accounts }, call) => {
  const { userId } = call;
  const id = requireId(call, 'fetch article');
  const kept = await keptFullText(library, userId, id);
  if (kept) return json(presentFullText(kept));
  await takeArticle(accounts, userId);
  return json(presentFullText(await fetchFullText(library, userId, id)));
};

const setMode: UserHandler = async ({ library, instance }, call) => {
  const feedId = requireId(call, 'set mode');
  const { mode } = await readForm(call, fullTextMode, 'set mode');
  return json(
    presentFeed(await setArticles(library, call.userId, { feedId, wanted: mode === 'always' }), instance.url),
  );
};

export const fullTextRoutes: readonly ExtensionRoute[] = [
  ['POST', '/api/app.courant.full-text/v1/items/:id/fetch', 'write', fetchArticle],
  ['POST', '/api/app.courant.full-text/v1/feeds/:id/mode', 'write', setMode],
];
