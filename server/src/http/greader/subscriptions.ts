// Subscriptions, which are our feeds: listing, adding, changing, importing and exporting them.
import { maxImportBytes } from '@courant/protocol';
import { takeFollow } from '../../accounts/quotas.ts';
import { follow } from '../../library/feeds.ts';
import {
  type FeedRegrouping,
  followInto,
  listFeedsAndGroups,
  makeGroups,
  regroupFeed,
  unfollowStream,
} from '../../library/groups-by-title.ts';
import type { Library } from '../../library/library.ts';
import { standing } from '../../library/streams.ts';
import { startImport } from '../../library/transfer/imports.ts';
import type { Feed } from '../../model/feed.ts';
import { byPosition } from '../../model/position.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Stream } from '../../model/stream.ts';
import { attempt } from '../attempt.ts';
import { expectedBytes, readBytes } from '../body.ts';
import { etagOf, isKnown } from '../etag.ts';
import { refuseCompressed } from '../form.ts';
import { packed } from '../packed.ts';
import { WholeResponse } from '../whole-response.ts';
import type { AppHandler } from './handler.ts';
import { readLabels, requireTitle } from './label-input.ts';
import { CACHING, json, ok, presentSubscription, taggedHeaders } from './present.ts';
import { feedName, readStreamName } from './stream-names.ts';
import { MOST_STREAMS } from './stream-query.ts';

export const list: AppHandler = async ({ library, accounts }, { call, userId }) => {
  const state = await standing(library, userId);
  const { feeds, groups } = await listFeedsAndGroups(library, userId);
  const ordered = feeds.sort(byPosition);
  const iconOf = (feed: Feed): string | undefined => {
    const path = iconPath(library, userId, feed);
    return path === undefined ? undefined : accounts.publicUrl + path;
  };
  const body = JSON.stringify({
    subscriptions: ordered.map((feed) => presentSubscription(feed, groups, iconOf(feed))),
  });
  // NetNewsWire and Liferea ask with If-None-Match. Liferea looks for new items only if this list is new, so a new item makes it new.
  const etag = etagOf(state, body);
  const headers = taggedHeaders(etag);
  if (isKnown(call.request, etag)) return new WholeResponse(null, { status: 304, headers });
  return packed(call, body, { headers });
};

export const edit: AppHandler = async ({ library, accounts }, { parameters, userId }) => {
  const action = 'edit feed';
  const names = parameters.all('s').filter(Boolean);
  // Not each name once, as elsewhere: titles belong to them by their place.
  if (names.length > MOST_STREAMS)
    throw new Refusal(
      'too-large',
      `Cannot ${action}: s names ${names.length} feeds, must be at most ${MOST_STREAMS}`,
    );
  const streams = names.map(readStreamName);
  // With several feeds, the title at the same position belongs to each.
  const titles = parameters.all('t').map((title) => requireTitle(title, action));
  const labels = {
    join: readLabels(parameters.all('a'), action),
    leave: readLabels(parameters.all('r'), action),
  };
  const doings: Readonly<Record<string, (stream: Stream, changes: FeedRegrouping) => Promise<unknown>>> = {
    async subscribe(stream, changes) {
      // A feed that is named by its id is already followed: only its label and title change.
      if (stream.of === 'feed') return regroupFeed(library, userId, stream, changes);
      await takeFollow(accounts, userId);
      return followInto(library, userId, addressOf(stream), changes);
    },
    edit: (stream, changes) => regroupFeed(library, userId, stream, { ...changes, moves: true }),
    unsubscribe: (stream) => unfollowStream(library, userId, stream),
  };
  const asked = parameters.one('ac') ?? 'edit';
  if (streams.length === 0) {
    if (asked !== 'edit' || labels.join.length === 0)
      throw new Refusal('invalid', `Cannot ${action}: s is missing`);
    // Read You makes a group before it has a feed for it.
    await makeGroups(library, userId, labels.join);
  }
  const doing = Object.hasOwn(doings, asked) ? doings[asked] : undefined;
  if (!doing) throw new Refusal('invalid', `Cannot ${action}: ac must be subscribe, edit or unsubscribe`);
  for (const [index, stream] of streams.entries()) {
    await doing(stream, { ...labels, title: titles[index] || undefined });
  }
  return ok();
};

/** A feed that cannot be followed is reported in a sentence, not as an error: apps show it to the person. */
export const quickAdd: AppHandler = async ({ library, accounts }, { parameters, userId }) => {
  const query = parameters.one('quickadd') ?? '';
  const address = query.replace(/^(?:feed\/)+/, '');
  if (address === '') throw new Refusal('invalid', 'Cannot create feed: quickadd is missing');
  await takeFollow(accounts, userId);
  const found = await attempt(() => follow(library, userId, { address, groupIds: [] }));
  if (!(found instanceof Refusal))
    return json({ numResults: 1, query, streamId: feedName(found.id), streamName: found.title });
  if (found.code !== 'cannot') throw found;
  return json({ numResults: 0, query, error: found.message });
};

export const exportFeeds: AppHandler = async ({ library, instance }, { userId, call }) => {
  // Loaded with the first export: on most days there is none.
  const { exportOpml } = await import('../../library/transfer/export.ts');
  return packed(call, await exportOpml(library, userId, `Feeds on ${instance.name}`), {
    headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': CACHING },
  });
};

/** Answered as soon as the list is read; its feeds are added in the background. */
export const importFeeds: AppHandler = async ({ library }, { call, userId }) => {
  const options = { maxBytes: maxImportBytes, action: 'import' };
  refuseCompressed(call.request, options.action);
  const document = { userId, bytes: expectedBytes(call.request, maxImportBytes) };
  await library.imports.hold(document, async () =>
    startImport(library, userId, await readBytes(call.request, options)),
  );
  return ok();
};

/** The site's icon, or, while there is none, the picture that the feed names, fetched by us. */
function iconPath({ images }: Library, userId: number, { iconId, imageUrl }: Feed): string | undefined {
  if (iconId !== undefined) return images.iconPathOf(iconId);
  return imageUrl === undefined ? undefined : images.pathOf(userId, imageUrl);
}

function addressOf(stream: Stream): string {
  if (stream.of === 'feed-at') return stream.address;
  throw new Refusal('invalid', 'Cannot create feed: s must be feed/ and an address');
}
