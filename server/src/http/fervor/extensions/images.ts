// The extension app.courant.images: pictures fetched through us, so that reading reveals nothing to publishers.
import { imageUrls } from '@courant/protocol';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm } from '../input.ts';
import { json } from '../present.ts';

const addresses: UserHandler = async ({ library }, call) => {
  const { urls } = await readForm(call, imageUrls, 'get addresses');
  return json({ images: urls.map((url) => ({ url, address: library.images.pathOf(call.userId, url) })) });
};

export const imagesRoutes: readonly ExtensionRoute[] = [
  ['POST', '/api/app.courant.images/v1/addresses', 'read', addresses],
];
