// Words for the posts of the bench: common ones, rare ones, and one that is unique to each post.
import { indexPosts } from '../../server/src/store/search/search-index.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { Store } from '../../server/src/store/store.ts';

const PORTION = 2_000;
const SUBJECTS = [
  'river',
  'engine',
  'garden',
  'museum',
  'harbour',
  'winter',
  'bread',
  'market',
  'bridge',
  'radio',
];

/** Every post is a report; one in ten is about a subject, one in a thousand about the comet. */
export async function indexAllPosts(store: Store, most: number): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await store.read((tx) =>
      tx.all<{ id: number }>(sql`SELECT id FROM posts WHERE id > ${after} ORDER BY id LIMIT ${PORTION}`),
    );
    const last = ids.at(-1);
    if (!last) return;
    const posts = ids.map(({ id }) => ({ id, post: textOf(id) }));
    await store.write(async (tx) => indexPosts(tx, posts));
    after = last.id;
    if (after % 20_000 < PORTION) process.stderr.write(`${after} of ${most} posts have words\n`);
  }
}

function textOf(id: number) {
  const subject = SUBJECTS[id % SUBJECTS.length];
  const rare = id % 1000 === 7 ? ' comet' : '';
  const content = `<p>Report number w${id} from the ${subject}${rare}, as it was seen this morning.</p>`;
  return { title: `The ${subject}${rare}`, author: undefined, content, summary: undefined };
}
