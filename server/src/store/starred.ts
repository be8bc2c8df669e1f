// Starred items of one status, said as the trees say it that hold them in order of id.
import type { ItemPage } from '../model/item.ts';
import { type Sql, sql } from './sql.ts';

/**
 * `starred = 1 AND read = 0` would be true of what other trees hold too, and the planner could take one of everything that is unread.
 * No other tree is named by these.
 */
export const starredOnly: Readonly<Record<NonNullable<ItemPage['only']>, Sql>> = {
  unread: sql`starred > read`,
  read: sql`starred + read = 2`,
};
