// The extension app.courant.playback: how far a person has got in audio and video.
import { playbackPosition } from '@courant/protocol';
import { keepPosition } from '../../../library/playback.ts';
import type { ExtensionRoute, UserHandler } from '../handler.ts';
import { readForm, requireId } from '../input.ts';
import { json } from '../present.ts';
import { presentPositions } from '../present-playback.ts';

const keep: UserHandler = async ({ library }, call) => {
  const id = requireId(call, 'keep position');
  const { url, seconds, ago_seconds: ago } = await readForm(call, playbackPosition, 'keep position');
  const heard = { url, seconds, agoMs: ago * 1000 };
  return json({ positions: presentPositions(await keepPosition(library, call.userId, { id, heard })) });
};

export const playbackRoutes: readonly ExtensionRoute[] = [
  ['POST', '/api/app.courant.playback/v1/items/:id/position', 'write', keep],
];
