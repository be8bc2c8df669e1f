// Gives the reader of a seeded database texts to fetch, and an app password.
import { createAppPassword } from '../../server/src/accounts/app-passwords.ts';
import { findUser } from '../../server/src/accounts/users.ts';
import { systemClock } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { silentLog } from '../../server/src/log.ts';
import { openHouse } from '../../server/src/service.ts';
import { sql } from '../../server/src/store/sql.ts';
import { reader } from '../crawl/seed.ts';
import { seed } from '../marks/seed.ts';

interface Account {
  feeds: number;
  unread: number;
  /** How many of the newest items have texts of some kilobytes. */
  contents: number;
}

/** Items written in one transaction. */
const AT_ONCE = 1_000;

/** Seeds a database and returns the app password. */
export async function seedAccount(database: string, account: Account): Promise<string> {
  await seed(database, { feeds: account.feeds, read: 0, unread: account.unread });
  const house = await openHouse({
    config: readConfig({ COURANT_DATABASE: database }),
    log: silentLog,
    clock: systemClock,
  });
  const { store } = house.library;
  for (let first = account.unread - account.contents + 1; first <= account.unread; first += AT_ONCE) {
    await store.write(async (tx) => {
      for (let id = first; id < first + AT_ONCE && id <= account.unread; id++) {
        await tx.run(sql`
          INSERT INTO post_contents (post_id, content, sanitiser) VALUES (${id}, ${textOf(id)}, 1)
          ON CONFLICT (post_id) DO UPDATE SET content = excluded.content`);
      }
    });
  }
  const user = await findUser(house.accounts, reader.name);
  if (!user) throw new Error('Cannot seed: there is no reader');
  const { password } = await createAppPassword(house.accounts, user, { name: 'Bench' });
  await house.close();
  return password;
}

/** Some four kilobytes that differ, because equal ones would compress to nothing. */
function textOf(id: number): string {
  const words = Array.from({ length: 600 }, (_, index) =>
    ((id * 7_919 + index * 104_729) % 99_991).toString(36),
  );
  return `<p>Post ${id}: ${words.join(' ')}</p>`;
}
