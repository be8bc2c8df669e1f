// What administrators see of an instance.
import { type InstanceFacts, instanceFacts } from '../store/instance-facts.ts';
import type { Library } from './library.ts';

export type { InstanceFacts };

export interface InstanceState extends InstanceFacts {
  database: 'sqlite' | 'postgres';
}

export function instanceState({ store }: Pick<Library, 'store'>): Promise<InstanceState> {
  return store.read(async (tx) => ({ ...(await instanceFacts(tx)), database: tx.dialect.name }));
}
