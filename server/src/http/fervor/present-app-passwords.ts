// Presents app passwords, for their extension.
import type { WireAppPassword } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { AppPassword } from '../../model/app-password.ts';

export function presentAppPassword(found: AppPassword): WireAppPassword {
  const { id, name, createdAt, lastUsedAt, lastAsked, lastAgent } = found;
  return {
    id,
    name,
    created_at: toIso(createdAt),
    ...(lastUsedAt === undefined ? {} : { last_used_at: toIso(lastUsedAt) }),
    ...(lastAsked === undefined ? {} : { last_asked: lastAsked }),
    ...(lastAgent === undefined ? {} : { last_agent: lastAgent }),
  };
}
