// Presents how far a person has got in the files of an Item, for the extension app.courant.playback.
import type { FilePosition as WirePosition } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { FilePosition } from '../../model/playback.ts';

export function presentPositions(positions: readonly FilePosition[]): WirePosition[] {
  return positions.map(({ url, seconds, at }) => ({ url, seconds, at: toIso(at) }));
}
