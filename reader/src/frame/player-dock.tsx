// Where the player appears once there is something to play; its code is loaded then.
import { playing } from '../screens/article/playing.ts';
import { lazily } from './lazily.tsx';

const Player = lazily(async () => (await import('../screens/article/player.tsx')).Player);

export function PlayerDock() {
  return playing.value ? <Player /> : null;
}
