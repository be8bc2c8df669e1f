// Tells the player that something was played on another device.
import type { FilePosition } from '@courant/client';

/** The player, once there is one. */
export const playedElsewhere = {
  tell: (_items: readonly { id: number; positions: readonly FilePosition[] }[]): void => {},
};
