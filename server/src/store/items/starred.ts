// Conditions for starred items of one status, worded exactly as in the partial indexes that hold these in order of id.
import type { ItemPage } from '../../model/item.ts';
import { type Sql, sql } from '../sql.ts';

/**
 * `starred = 1 AND read = 0` would match other partial indexes too, and the planner could take the one of everything that is
 * unread. The conditions here match no other.
 */
export const starredOnly: Readonly<Record<NonNullable<ItemPage['only']>, Sql>> = {
  unread: sql`starred > read`,
  read: sql`starred + read = 2`,
};
