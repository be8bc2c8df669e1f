// Every step of the schema's history.
import { first } from './0001-first.ts';
import { hubs } from './0002-hubs.ts';
import { feedInterval } from './0003-feed-interval.ts';
import { marks } from './0005-marks.ts';
import { search } from './0006-search.ts';
import { transfer } from './0007-transfer.ts';
import { upkeep } from './0008-upkeep.ts';
import { restingSources } from './0009-resting-sources.ts';
import { readings } from './0010-readings.ts';
import { images } from './0011-images.ts';
import { appPasswords } from './0012-app-passwords.ts';
import { duties } from './0013-duties.ts';
import { unreadLists } from './0014-unread-lists.ts';
import { accounts } from './0015-accounts.ts';
import { rareOwners } from './0016-rare-owners.ts';
import { tagsAndIcons } from './0017-tags-and-icons.ts';
import { narrowTrees } from './0018-narrow-trees.ts';
import { playback } from './0019-playback.ts';
import { starredLists } from './0020-starred-lists.ts';
import { journalDoers } from './0021-journal-doers.ts';
import { importCodes } from './0022-import-codes.ts';
import { smallerIndex } from './0023-smaller-index.ts';
import { schedulesBySource } from './0024-schedules-by-source.ts';
import { roomyFeeds } from './0025-roomy-feeds.ts';
import { packings } from './0026-packings.ts';
import { toldTimes } from './0027-told-times.ts';
import { recentPlaces } from './0028-recent-places.ts';
import { foundAtOnce } from './0029-found-at-once.ts';
import { oneShape } from './0030-one-shape.ts';
import { importsUndone } from './0031-imports-undone.ts';
import { tokenFamilies } from './0032-token-families.ts';
import { wantedArticles } from './0033-wanted-articles.ts';
import { foreignPosts } from './0034-foreign-posts.ts';
import { wordsAnew } from './0035-words-anew.ts';
import { wordsOfArticles } from './0036-words-of-articles.ts';
import type { Migration } from './migration.ts';

/**
 * Oldest first. A step never changes once somebody may have taken it: whoever has taken it does not take it again. What has to be
 * different is a new step. It is known by its name; the numbers of the files only sort them, and one is missing.
 */
export const migrations: readonly Migration[] = [
  first,
  hubs,
  feedInterval,
  marks,
  search,
  transfer,
  upkeep,
  restingSources,
  readings,
  images,
  appPasswords,
  duties,
  unreadLists,
  accounts,
  rareOwners,
  tagsAndIcons,
  narrowTrees,
  playback,
  starredLists,
  journalDoers,
  importCodes,
  smallerIndex,
  schedulesBySource,
  roomyFeeds,
  packings,
  toldTimes,
  recentPlaces,
  foundAtOnce,
  oneShape,
  importsUndone,
  tokenFamilies,
  wantedArticles,
  foreignPosts,
  wordsAnew,
  wordsOfArticles,
];
