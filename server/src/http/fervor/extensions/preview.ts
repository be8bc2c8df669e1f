// The extension app.courant.feeds: what one would follow at an address.
import { feedPreviewRequest } from '@courant/protocol';
import { takeFollow } from '../../../accounts/quotas.ts';
import { preview } from '../../../library/preview.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm } from '../input.ts';
import { json } from '../present.ts';
import { presentPreview } from '../present-preview.ts';

const show: UserHandler = async ({ library, accounts }, call) => {
  const { feed_url: address } = await readForm(call, feedPreviewRequest, 'preview feed');
  // It costs a request to somebody else's site, as following a feed does.
  await takeFollow(accounts, call.userId, 'preview feed');
  return json(presentPreview(await preview(library, call.userId, address)));
};

export const previewRoutes: readonly ExtensionRoute[] = [
  ['POST', '/api/app.courant.feeds/v1/preview', 'write', show],
];
