/** The extension `app.courant.playback`: positions in audio and video. */

import type { ItemPlayback } from '@courant/protocol';
import type { CallOptions } from '../sign-in.ts';
import type { Send } from '../transport.ts';

/** Method and path of each endpoint. */
export const playbackRoutes = {
  keepPosition: 'POST /api/app.courant.playback/v1/items/:id/position',
} as const;

/** The methods of `client.playback`. */
export function playbackMethods(call: Send) {
  return {
    /**
     * Saves the position that playback of a file of an item had reached `agoSeconds` ago, and returns the current positions: of two
     * devices the later one counts. `seconds` 0: at the beginning, or finished. 404: there is no such item. 422: the item has no such file.
     */
    async keep(
      itemId: number,
      { url, seconds, agoSeconds = 0 }: { url: string; seconds: number; agoSeconds?: number },
      { signal }: CallOptions = {},
    ): Promise<ItemPlayback> {
      const form = { url, seconds: seconds.toFixed(3), ago_seconds: agoSeconds.toFixed(3) };
      return (await call({ name: 'keepPosition', id: itemId, form, signal })).body;
    },
  };
}
