// Makes one step of the search for an article: one request to one host, under its lease, and its result. The state of the search
// is kept in the store, so that any node may make the next step, at any time.
import { mayCall } from '../../formats/robots.ts';
import { SANITISER_VERSION } from '../../formats/versions.ts';
import { type ArticleFailure, isPassing } from '../../model/article.ts';
import { hostKey } from '../../net/host-key.ts';
import type { WebAnswer } from '../../net/web.ts';
import { indexArticle } from '../../store/search/search-index.ts';
import {
  type ArticlePost,
  type ArticleSearch,
  findArticlePost,
  findArticleSearch,
  keepArticleSearch,
  lockHolders,
  putOffArticles,
} from '../../store/sources/articles.ts';
import { tellArticle } from '../../store/sources/fan-out.ts';
import { holdsLease, hostNamed, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import type { WriteTx } from '../../store/store.ts';
import { callOnce, giveBack } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';
import { articleLimits } from './limits.ts';
import { type PageResult, readArticlePage } from './read-article-page.ts';
import { askRobots, knownRules } from './robots.ts';

/** What a step works with. */
interface Step {
  lease: Lease;
  search: ArticleSearch;
  post: ArticlePost;
}

/** Makes a step and releases the lease. A search that is not at the leased host is left to whoever leases its host. */
export async function makeArticleStep(
  equipment: Equipment,
  { lease, postId }: { lease: Lease; postId: number },
): Promise<void> {
  const { store, limits } = equipment;
  const known = await store.read(async (tx) => ({
    search: await findArticleSearch(tx, postId),
    post: await findArticlePost(tx, postId),
  }));
  const { search, post } = known;
  if (!search || !post || search.fetchedAt !== undefined || search.hostId !== lease.hostId) {
    await store.write((tx) => releaseHost(tx, lease, { gapMs: 0 }));
    return;
  }
  const step: Step = { lease, search, post };
  const rules = await store.read((tx) => knownRules(tx, search.url));
  if (!rules) return askRobots(equipment, lease, search.url);
  if (!mayCall(rules, search.url)) {
    const failure = rules.isUnknown ? 'unreachable' : 'robots';
    await finish(equipment, step, { result: { kind: 'failed', failure }, gapMs: 0 });
    return;
  }
  const answer = await call(equipment, search.url);
  const result = await readArticlePage(equipment, answer, post.content);
  const gapMs = Math.max(limits.gapMs, rules.crawlDelayMs ?? 0);
  const ending: Ending = { result, answer, gapMs };
  await finish(equipment, step, ending).catch(async (error: unknown) => {
    // A person asks again. For a round it would be due again at once, for ever, where the disk has room for a failure and for no article.
    if (search.dueAt === undefined) throw error;
    equipment.log.error('recording failed', { postId, error });
    await finish(equipment, step, { ...ending, result: { kind: 'failed', failure: 'unreachable' } });
  });
  if (result.kind === 'article') await giveWords(equipment, postId);
}

/** Apart from the result, so that nothing else is locked meanwhile. If it comes to nothing, the background does it (tend-index.ts). */
async function giveWords({ store, log }: Equipment, postId: number): Promise<void> {
  try {
    await store.write(async (tx) => indexArticle(tx, postId));
  } catch (error) {
    log.error('indexing failed', { postId, error });
  }
}

function call(equipment: Equipment, url: string): Promise<WebAnswer> {
  return callOnce(equipment, {
    url,
    accept: 'text/html,application/xhtml+xml;q=0.9',
    maxBytes: articleLimits.pageBytes,
    // A redirect may lead to another host, for which a turn is needed.
    followRedirects: false,
    timeoutMs: articleLimits.requestMs,
  });
}

interface Ending {
  result: PageResult;
  answer?: WebAnswer;
  gapMs: number;
}

/** Records the result of a step. If the lease was lost, or closing broke off the call, nothing is recorded. */
function finish(equipment: Equipment, step: Step, { result, answer, gapMs }: Ending): Promise<void> {
  const { lease } = step;
  return equipment.store.write(async (tx) => {
    // Before the host, as for a visit.
    const userIds = result.kind === 'article' ? await lockHolders(tx, [step.post.id]) : [];
    if (!(await holdsLease(tx, lease))) return giveBack(tx, { lease, answer, gapMs });
    const isBrokenOff = answer?.kind === 'failure' && equipment.closing.aborted;
    // The post may have been removed while its page was being fetched, or lead to another page by now.
    const isSought = (await findArticleSearch(tx, step.post.id))?.url === step.search.url;
    if (!isBrokenOff && isSought) await keep(tx, equipment, step, result);
    if (userIds.length > 0) tx.onCommit(() => equipment.changed(userIds));
    await giveBack(tx, { lease, answer, gapMs });
  });
}

async function keep(
  tx: WriteTx,
  equipment: Equipment,
  { search, post }: Step,
  result: PageResult,
): Promise<void> {
  // What leads to itself, or back to where it began, until somebody brings a cookie, does so each time.
  const isOnward = result.kind === 'elsewhere' && ![search.url, post.url].includes(result.url);
  if (isOnward && search.hops < articleLimits.hops) {
    const { url } = result;
    const hostId = await hostNamed(tx, hostKey(url));
    await keepArticleSearch(tx, { ...search, url, hostId, hops: search.hops + 1 }, undefined);
    if (search.dueAt !== undefined && hostId !== search.hostId) {
      tx.onCommit(() => equipment.planHosts([hostId]));
    }
    return;
  }
  if (result.kind !== 'article') {
    const failure = result.kind === 'failed' ? result.failure : 'unreachable';
    await keepArticleSearch(tx, afterFailure(search, failure, tx.now), undefined);
    // The other pages of a site are likely to be as bad: ten of them would hold up everybody's feeds for a minute.
    if (result.kind === 'failed' && result.heldUp)
      await putOffArticles(tx, search.postId, tx.now + articleLimits.retryMs);
    return;
  }
  const found: ArticleSearch = {
    ...search,
    dueAt: undefined,
    fetchedAt: tx.now,
    content: result.content,
    failure: undefined,
  };
  await keepArticleSearch(tx, found, SANITISER_VERSION);
  await tellArticle(tx, search.postId);
}

/** A round tries again after a failure that may pass; a person who asks is told at once. */
function afterFailure(search: ArticleSearch, failure: ArticleFailure, now: number): ArticleSearch {
  const tries = search.tries + 1;
  if (search.dueAt !== undefined && isPassing(failure) && tries < articleLimits.tries) {
    return { ...search, tries, dueAt: now + articleLimits.retryMs * 4 ** (tries - 1) };
  }
  return { ...search, tries, dueAt: undefined, fetchedAt: now, failure };
}
