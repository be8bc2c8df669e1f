// How far somebody has come in the files of an Item, as the extension app.courant.playback writes it.
import type { FilePosition as WirePosition } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { FilePosition } from '../../model/playback.ts';

export function presentPositions(positions: readonly FilePosition[]): WirePosition[] {
  return positions.map(({ url, seconds, at }) => ({ url, seconds, at: toIso(at) }));
}
