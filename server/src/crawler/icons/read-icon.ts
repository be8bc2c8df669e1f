// Reads an answer in the search for an icon: the icon, where to look next, or why there is none.
import type { Icon, IconOrigin, IconSearch } from '../../model/icon.ts';
import type { Validators } from '../../model/source.ts';
import type { Outcome } from '../../model/visit.ts';
import type { WebAnswer, WebResponse } from '../../net/web.ts';
import { judge, validatorsAfter } from '../asking/judge.ts';
import { redirectedTo } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';
import { iconType } from './icon-type.ts';

export type IconFinding =
  | { kind: 'icon'; icon: Icon; origin: IconOrigin }
  /** The kept icon is still current. */
  | { kind: 'unchanged' }
  | { kind: 'elsewhere'; url: string }
  /** The page names the site's icon. */
  | { kind: 'named'; url: string }
  /** There is no icon here. */
  | { kind: 'nothing' }
  /** It is not known: the site cannot be reached, or asks not to be visited. */
  | { kind: 'away' };

export async function readIcon(
  equipment: Equipment,
  { step }: IconSearch,
  answer: WebAnswer,
): Promise<IconFinding> {
  const to = redirectedTo(answer);
  if (to !== undefined) return { kind: 'elsewhere', url: to };
  const judgement = judge(answer);
  if (judgement.kind === 'failed') return { kind: isPassing(judgement.outcome) ? 'away' : 'nothing' };
  if (judgement.kind === 'unchanged') return { kind: 'unchanged' };
  const { response } = judgement;
  return step === 'page' ? readFrontPage(equipment, response) : iconOf(response);
}

/** The conditional headers for the request of an icon that is kept. */
export function validatorsOf({ step, kept, url }: IconSearch): Readonly<Record<string, string>> {
  if (step !== 'kept' || kept?.url !== url) return {};
  return {
    ...(kept.etag === undefined ? {} : { 'if-none-match': kept.etag }),
    ...(kept.lastModified === undefined ? {} : { 'if-modified-since': kept.lastModified }),
  };
}

async function readFrontPage(equipment: Equipment, response: WebResponse): Promise<IconFinding> {
  const contentType = response.headers.get('content-type');
  const reading = await equipment.read(response.body, {
    url: response.url,
    contentType,
  });
  const named = reading.kind === 'not-a-feed' && 'page' in reading ? reading.page?.iconUrl : undefined;
  return named === undefined ? { kind: 'nothing' } : { kind: 'named', url: named };
}

function iconOf(response: WebResponse): IconFinding {
  const { body: bytes, url } = response;
  const type = iconType(bytes);
  if (type === undefined || response.truncatedEncoding === true) return { kind: 'nothing' };
  const { etag, lastModified }: Partial<Validators> = validatorsAfter(response, undefined) ?? {};
  return { kind: 'icon', icon: { type, bytes }, origin: { url, etag, lastModified } };
}

function isPassing(outcome: Outcome): boolean {
  if (outcome.kind === 'unreachable') return outcome.reason !== 'too-large';
  return outcome.kind === 'refused' && (outcome.why === 'too-many' || outcome.why === 'bot-wall');
}
