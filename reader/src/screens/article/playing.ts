// What is being played.
import type { Enclosure } from '@courant/client';
import { signal } from '@preact/signals';
import type { Row } from '../../data/row.ts';

export interface Playing {
  row: Row;
  enclosure: Enclosure;
  /** All files of the item, as they were when this one was chosen. */
  files: readonly Enclosure[];
}

export const playing = signal<Playing | undefined>(undefined);

/** How a file can be played: by its type or by its name. */
export function isPlayable({ type, url }: Enclosure): 'audio' | 'video' | undefined {
  const told = `${type} ${url}`;
  if (/^audio\/|\.(mp3|m4a|ogg|opus|oga|flac|wav)([?#]|$)/i.test(told)) return 'audio';
  if (/^video\/|\.(mp4|m4v|webm|mov)([?#]|$)/i.test(told)) return 'video';
  return undefined;
}
