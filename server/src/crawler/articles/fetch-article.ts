// Fetches the article of a post because a person has asked for it, once for everybody: politely, and within a time limit.
import { type ArticleFailure, failureSentence, isPassing } from '../../model/article.ts';
import { hostKey } from '../../net/host-key.ts';
import {
  type ArticlePost,
  type ArticleSearch,
  beginArticleSearch,
  findArticlePost,
  findArticleSearch,
  keepArticleSearch,
  setArticleHost,
} from '../../store/sources/articles.ts';
import { findHost, hostNamed } from '../../store/sources/hosts.ts';
import type { ReadTx, WriteTx } from '../../store/store.ts';
import { restOf, takeTurn } from '../asking/turns.ts';
import type { Equipment } from '../equipment.ts';
import { type Refused, refused } from '../following/followed.ts';
import { visitedForOthers } from '../following/host-turn.ts';
import { waitSentence } from '../schedule/wait-sentence.ts';
import { articleLimits } from './limits.ts';
import { makeArticleStep } from './step.ts';

/** `kept`: the article is in the store. `refused`: as yet. The sentences are for the person who asked. */
export type FetchedArticle = { kind: 'kept' } | Refused | NoArticle;

interface NoArticle extends Pick<Refused, 'kind' | 'sentence' | 'againInMs'> {
  reason: 'no-article';
}

export async function fetchArticle(equipment: Equipment, postId: number): Promise<FetchedArticle> {
  const begun = await equipment.store.write((tx) => begin(tx, postId));
  if (begun) return begun;
  const { clock, closing, held } = equipment;
  const patienceEnds = clock.now() + articleLimits.patienceMs;
  let tries: number | undefined;
  for (let step = 0; step <= articleLimits.steps && !closing.aborted; step++) {
    const stand = await equipment.store.read((tx) => whereItStands(tx, postId));
    if (stand.answer) return stand.answer;
    // After a failure a round may try again; the person is told now.
    tries ??= stand.tries;
    if (stand.tries > tries) return noArticle(failureSentence('unreachable'), articleLimits.retryMs);
    if (step === articleLimits.steps || clock.now() >= patienceEnds) break;
    const turn = await takeTurn(equipment, stand.hostId);
    const restMs = restOf(turn, clock.now());
    if (restMs !== undefined) return refused('site-wants-rest', waitSentence(restMs), restMs);
    if (turn.kind !== 'turn') return visitedForOthers(equipment);
    const { lease } = turn;
    await held.during(lease, () => makeArticleStep(equipment, { lease, postId }));
  }
  return refused('site-slow', 'The site takes too long to answer; try again in a minute', 60_000);
}

/** Whether a post has a page of its own to fetch the article from: the address of the site itself is none. */
export function hasPage({ url, siteUrl }: Pick<ArticlePost, 'url' | 'siteUrl'>): boolean {
  return /^https?:/i.test(url) && url !== siteUrl;
}

/** Begins the search if there is none yet, or if it failed so long ago that it may be repeated. Returns the answer if it is known. */
async function begin(tx: WriteTx, postId: number): Promise<FetchedArticle | undefined> {
  const post = await findArticlePost(tx, postId);
  if (!post) return noArticle('There is no such post any more');
  if (!hasPage(post)) return noArticle(failureSentence('no-address'));
  const search = await findArticleSearch(tx, postId);
  const answer = search && answerOf(search, tx.now);
  if (answer) return answer;
  const isUnderWay = search !== undefined && search.fetchedAt === undefined;
  const url = isUnderWay ? search.url : post.url;
  const hostId = await hostNamed(tx, hostKey(url));
  const start = { postId, url, hostId, dueAt: undefined };
  if (!search) await beginArticleSearch(tx, start);
  // A search that was given up may be days old, and its host may have been forgotten since: then the host has another id now.
  else if (isUnderWay) await setArticleHost(tx, postId, hostId);
  else await keepArticleSearch(tx, { ...unknown, ...start }, undefined);
  return undefined;
}

const unknown = { hops: 0, tries: 0, fetchedAt: undefined, content: undefined, failure: undefined };

/** The result of an ended search; undefined while it goes on, or if it may be repeated. */
function answerOf(search: ArticleSearch, now: number): FetchedArticle | undefined {
  const { content, failure, fetchedAt } = search;
  if (content !== undefined) return { kind: 'kept' };
  if (failure === undefined || fetchedAt === undefined) return undefined;
  const againInMs = fetchedAt + keptMs(failure) - now;
  // A time to come is from a clock that was ahead.
  return fetchedAt <= now && againInMs > 0
    ? noArticle(failureSentence(failure), isPassing(failure) ? againInMs : undefined)
    : undefined;
}

function keptMs(failure: ArticleFailure): number {
  return isPassing(failure) ? articleLimits.passingMs : articleLimits.finalMs;
}

/** Where the search has to go next, or its result. */
async function whereItStands(
  tx: ReadTx,
  postId: number,
): Promise<{ hostId: number; tries: number; answer?: never } | { answer: FetchedArticle }> {
  const search = await findArticleSearch(tx, postId);
  if (!search) return { answer: noArticle('There is no such post any more') };
  const answer = answerOf(search, tx.now);
  if (answer) return { answer };
  const { backoffUntil = 0 } = (await findHost(tx, search.hostId)) ?? {};
  const restMs = backoffUntil - tx.now;
  if (restMs > 0) return { answer: refused('site-wants-rest', waitSentence(restMs), restMs) };
  return { hostId: search.hostId, tries: search.tries };
}

function noArticle(sentence: string, againInMs?: number): NoArticle {
  return { kind: 'refused', reason: 'no-article', sentence, ...(againInMs !== undefined && { againInMs }) };
}
