// Remedies for a feed that fails: the proposed repair, another address, another visit. Each shows its result.
import type { Feed } from '@courant/client';
import { type Health, healthOf } from '../../data/feed-health.ts';
import { catchUp } from '../../data/in-step.ts';
import { service, wordsOf } from '../../data/service.ts';
import { showToast } from '../../frame/status.ts';
import { beforeUndo, type Offer } from '../../frame/undo.ts';
import { type Key, saying } from '../../texts/translate.ts';
import { unfollow } from './unfollow.ts';

type Proposed = NonNullable<Health['proposal']>['kind'];

/** The label of the button for the proposed repair; none where only a person can do something. */
const buttons: Readonly<Partial<Record<Proposed, Key>>> = {
  moved: 'health.move',
  found_feed: 'health.move',
  accept: 'health.accept',
  unfollow: 'feed.unfollow',
};

export function buttonFor(kind: Proposed | undefined): Key | undefined {
  return kind && buttons[kind];
}

/** Makes the proposed repair. A feed that moved to another address can go back, and one that was unfollowed can be followed again. */
export async function repair(feed: Feed): Promise<void> {
  const kind = healthOf(feed).proposal?.kind;
  if (kind === 'unfollow') return void (await unfollow([feed]));
  if (kind === 'moved' || kind === 'found_feed') return void (await move(feed, undefined));
  await telling(() => service.health.repair(feed.id));
}

/** Reads a feed from another address: the given one, or the one that is proposed. Resolves to whether it does. */
export function move(feed: Feed, feedUrl: string | undefined): Promise<boolean> {
  return beforeUndo((offer) => moved(feed, feedUrl, offer));
}

async function moved(
  { id, feed_url: before }: Feed,
  feedUrl: string | undefined,
  offer: Offer,
): Promise<boolean> {
  const done = await attempt(() => service.health.repair(id, feedUrl === undefined ? {} : { feedUrl }));
  if (done === undefined) return false;
  await catchUp();
  const words = saying(done.sentence, done.code);
  if (!done.repaired) {
    showToast(words);
    return false;
  }
  offer(words, async () => {
    await service.health.repair(id, { feedUrl: before });
    await catchUp();
  });
  return true;
}

/** Keeps a feed that is gone, for its items, without any more warnings. */
export function keep({ id }: Feed): Promise<void> {
  return telling(() => service.health.repair(id, { keep: true }));
}

export function visit({ id }: Feed): Promise<void> {
  return telling(() => service.health.refresh(id));
}

async function telling(act: () => Promise<{ sentence: string; code?: string }>): Promise<void> {
  const said = await attempt(act);
  if (said === undefined) return;
  await catchUp();
  showToast(saying(said.sentence, said.code));
}

/** Undefined when it has failed, which a toast tells. */
async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    showToast(wordsOf(error));
    return undefined;
  }
}
