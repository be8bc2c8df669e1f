// What administrators see of an instance.
import { type InstanceState, readInstanceState } from '../store/instance.ts';
import type { Library } from './library.ts';

export type { InstanceState };

export function instanceState({ store }: Pick<Library, 'store'>): Promise<InstanceState> {
  return store.read(readInstanceState);
}
