// Reads the answer to the request for a page: the article in it, where the page is now, or why there is no article.
import type { ArticleFailure } from '../../model/article.ts';
import type { Outcome } from '../../model/visit.ts';
import type { WebAnswer } from '../../net/web.ts';
import { judge } from '../asking/judge.ts';
import { redirectedTo } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';

export type PageResult =
  | { kind: 'article'; content: string }
  | { kind: 'elsewhere'; url: string }
  /** `heldUp`: others had to wait for its reader, until that was ended. */
  | { kind: 'failed'; failure: ArticleFailure; heldUp?: boolean };

/** `known` is the post's content as the feed gives it. */
export async function readArticlePage(
  equipment: Equipment,
  answer: WebAnswer,
  known: string,
): Promise<PageResult> {
  const to = redirectedTo(answer);
  if (to !== undefined) return { kind: 'elsewhere', url: to };
  const judgement = judge(answer);
  if (judgement.kind === 'failed') return failed(failureOf(judgement.outcome));
  const { response } = judgement;
  const contentType = response.headers.get('content-type');
  if (!isPage(contentType)) return failed('not-a-page');
  const reading = await equipment.extract(response.body, {
    url: response.url,
    contentType,
  });
  if (reading.kind === 'no-article') {
    if (reading.why === 'nothing-found') return failed('no-article');
    if (reading.why === 'no-reader') return failed('unreachable');
    return { ...failed('too-heavy'), heldUp: reading.why !== 'too-complex' };
  }
  // The table of HTML's characters is loaded with the first article: otherwise only the reader threads need it.
  const { plainText } = await import('../../formats/text.ts');
  const isMore = reading.length > plainText(known, known.length + 1).length;
  return isMore ? { kind: 'article', content: reading.content } : failed('no-more');
}

/** A server that does not state the type most likely sends pages. */
function isPage(contentType: string | undefined): boolean {
  return contentType === undefined || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(contentType);
}

function failureOf(outcome: Outcome): ArticleFailure {
  switch (outcome.kind) {
    case 'gone':
      return 'not-found';
    case 'refused':
      return outcome.why === 'forbidden' || outcome.why === 'other' ? 'refused' : outcome.why;
    case 'unreachable':
      return outcome.reason === 'too-large' ? 'too-heavy' : 'unreachable';
    default:
      return 'no-article';
  }
}

function failed(failure: ArticleFailure): Extract<PageResult, { kind: 'failed' }> {
  return { kind: 'failed', failure };
}
