// Unfollows feeds, with one Undo for all of them.
import type { Feed } from '@courant/client';
import { catchUp } from '../../data/in-step.ts';
import { sendEach } from '../../data/send-each.ts';
import { service, wordsOf } from '../../data/service.ts';
import { go, route } from '../../frame/router.ts';
import { showToast } from '../../frame/status.ts';
import { beforeUndo, type Offer } from '../../frame/undo.ts';
import { t } from '../../texts/translate.ts';
import { removalsOf } from './removals.ts';

/** Resolves to whether all of them are gone. Those that went before one failed can be taken back, too. */
export function unfollow(feeds: readonly Feed[]): Promise<boolean> {
  return beforeUndo((offer) => leave(feeds, offer));
}

async function leave(feeds: readonly Feed[], offer: Offer): Promise<boolean> {
  const gone = new Set<number>();
  let failure: unknown;
  await sendEach(feeds, sentAtOnce, async ({ id }) => {
    await service.feeds.delete(id);
    gone.add(id);
  }).catch((error: unknown) => {
    failure = error;
  });
  await catchUp();
  leavePlaceOf(gone);
  if (gone.size > 0) offer(wordsFor(feeds.filter(({ id }) => gone.has(id))), () => followAgain(gone));
  if (failure !== undefined) showToast(wordsOf(failure));
  return failure === undefined;
}

/** Requests under way at once: for each feed the service has some work to do, and others wait for it. */
const sentAtOnce = 8;

/** Leads away from the list or the page of a feed that is gone. */
function leavePlaceOf(ids: ReadonlySet<number>): void {
  const now = route.peek();
  if (now.kind === 'stream' && now.stream.kind === 'feed' && ids.has(now.stream.id)) {
    go('/unread', { replace: true });
  } else if (now.kind === 'screen' && ids.has(Number(now.params.id))) go('/manage', { replace: true });
}

function wordsFor(gone: readonly Feed[]): string {
  const [only] = gone;
  if (only && gone.length === 1) return t('feed.unfollowed', { title: only.title });
  return t('feed.unfollowedMany', { count: gone.length });
}

/** One that is followed again, for example, does not keep the others away. Rejects with what went wrong first. */
async function followAgain(ids: ReadonlySet<number>): Promise<void> {
  const removals = await removalsOf('feed', ids);
  await sendEach(removals, sentAtOnce, ({ id }) => service.journal.undo(id)).finally(catchUp);
}
