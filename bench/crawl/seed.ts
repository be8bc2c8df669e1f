// Fills a database as if the service had long been following every host of the bench: one reader, one feed of each.
import { gzipSync } from 'node:zlib';
import { createUser } from '../../server/src/accounts/users.ts';
import { systemClock } from '../../server/src/clock.ts';
import { readConfig } from '../../server/src/config.ts';
import { candidatesOf, readingsOf } from '../../server/src/crawler/identity/candidate.ts';
import { comparePosts } from '../../server/src/crawler/identity/identity.ts';
import { learnFromDocument } from '../../server/src/crawler/learn.ts';
import { readers } from '../../server/src/crawler/reading/reread.ts';
import { readFeed } from '../../server/src/formats/read-feed.ts';
import { SANITISER_VERSION } from '../../server/src/formats/versions.ts';
import { openLog } from '../../server/src/log.ts';
import type { NewPost } from '../../server/src/model/post.ts';
import { emptyMemory, type SourceMemory } from '../../server/src/model/source.ts';
import { hostKey } from '../../server/src/net/host-key.ts';
import { openHouse } from '../../server/src/service.ts';
import { insertFeed } from '../../server/src/store/feeds/feeds.ts';
import { insertItems } from '../../server/src/store/items/items.ts';
import { mergeIndex } from '../../server/src/store/search/search-merging.ts';
import { hostNamed, replanHost } from '../../server/src/store/sources/hosts.ts';
import { wantIcon } from '../../server/src/store/sources/icons.ts';
import { insertPosts } from '../../server/src/store/sources/posts.ts';
import { keepSchedule } from '../../server/src/store/sources/schedules.ts';
import {
  insertSource,
  type KeptBody,
  keepBody,
  type Readings,
  type SourceFace,
  updateSource,
} from '../../server/src/store/sources/sources.ts';
import { sql } from '../../server/src/store/sql.ts';
import type { Store, WriteTx } from '../../server/src/store/store.ts';
import { documentOf, type Edition, etags } from './documents.ts';
import { editionKnown, urlOf, type Workload } from './hosts.ts';

export const reader = { name: 'reader', password: 'a password of the bench' };

/** Posts of a host without news: their number makes no difference there, and a bench should not write a gigabyte. */
const POSTS_KEPT = 2;
const HOSTS_AT_ONCE = 500;
const HOUR_MS = 3_600_000;
/** The site of all feeds. Its icon was searched for long ago, as for any site that has been followed for long. */
const SITE = 'https://posts.example';
const UNTIL_NEXT_ICON_MS = 30 * 24 * HOUR_MS;

interface Seeding {
  database: string;
  workload: Workload;
  hosts: number;
  /** The port of the origin. */
  port: number;
}

export async function seed({ database, workload, hosts, port }: Seeding): Promise<void> {
  const config = readConfig({ COURANT_DATABASE: database });
  const log = openLog({ level: 'warn', now: systemClock.now });
  const house = await openHouse({ config, log, clock: systemClock });
  const user = await createUser(house.accounts, { ...reader, isAdmin: true });
  const known = { known: read('known'), new: read('new') };
  for (let start = 0; start < hosts; start += HOSTS_AT_ONCE) {
    await house.library.store.write(async (tx) => {
      for (let index = start; index < Math.min(hosts, start + HOSTS_AT_ONCE); index++) {
        const edition = editionKnown(workload, index);
        await addHost(tx, { url: urlOf(index, port), userId: user.id, edition, read: known[edition] });
      }
    });
  }
  // Otherwise the service would merge the pieces of a new index meanwhile, as it does whenever posts have grown by a quarter.
  while (await house.library.store.write(mergeIndex));
  await house.close();
}

/** Schedules a visit of every host for one moment: the service begins a full refresh then. */
export async function planAll(store: Store, at: number): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(sql`UPDATE schedules SET next_visit_at = ${at}, planned_at = ${at}`);
    await tx.run(sql`UPDATE hosts SET ready_at = ${at}`);
  });
}

interface Read {
  face: SourceFace;
  posts: NewPost[];
  memory: SourceMemory;
  readings: Readings;
  body: KeptBody;
}

/** What the crawler makes of an edition that it sees for the first time. */
function read(edition: Edition): Read {
  const text = documentOf(edition);
  const url = 'https://posts.example/feed.xml';
  const reading = readFeed(Buffer.from(text), { url, known: new Map() });
  if (reading.kind !== 'feed') throw new Error('Cannot seed: the document of the bench is no feed');
  const { document } = reading;
  const now = systemClock.now();
  const candidates = candidatesOf(document.posts, { siteUrl: `${SITE}/`, now });
  const posts = comparePosts(candidates, [], { byLink: false, now }).fresh;
  const { title, description, language, imageUrl } = document;
  return {
    face: { title, siteUrl: `${SITE}/`, description, language, imageUrl },
    posts,
    readings: readingsOf(candidates),
    body: { packed: gzipSync(text), packing: 'gzip', url, contentType: 'application/rss+xml' },
    memory: {
      ...learnFromDocument(emptyMemory(), { document, candidates, news: posts, now }),
      readBy: readers,
    },
  };
}

interface NewHost {
  url: string;
  userId: number;
  edition: Edition;
  read: Read;
}

async function addHost(tx: WriteTx, { url, userId, edition, read }: NewHost): Promise<void> {
  const hostId = await hostNamed(tx, hostKey(url));
  const sourceId = await insertSource(tx, { url, hostId }, read.face);
  const lastModified = 'Thu, 01 Oct 2026 12:00:00 GMT';
  await updateSource(tx, sourceId, {
    ...read.face,
    checkedAt: tx.now - HOUR_MS,
    validators: { url, etag: etags[edition], lastModified },
    bodyHash: undefined,
    memory: read.memory,
  });
  // A document without news is not read, and the file need not be ten times as large for it.
  if (edition === 'known') await keepBody(tx, sourceId, read.body, read.readings);
  const feedId = await insertFeed(tx, userId, sourceId);
  const posts = edition === 'known' ? read.posts : read.posts.slice(-POSTS_KEPT);
  const stored = await insertPosts(tx, sourceId, posts, SANITISER_VERSION);
  await insertItems(
    tx,
    { id: feedId, userId },
    stored.map(({ id }) => id),
  );
  const at = tx.now - HOUR_MS;
  await keepSchedule(tx, { sourceId, hostId, nextVisitAt: at, plannedAt: at, lastVisitAt: at, failures: 0 });
  await replanHost(tx, hostId);
  const siteHostId = await hostNamed(tx, hostKey(SITE));
  const icon = { site: SITE, hostId: siteHostId, dueAt: tx.now + UNTIL_NEXT_ICON_MS, restMs: 0 };
  await wantIcon(tx, sourceId, icon);
}
