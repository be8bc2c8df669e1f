// The address that is about to be followed, and what was found there.
import { CourantError, type FeedPreview } from '@courant/client';
import { signal } from '@preact/signals';
import { service, wordsOf } from '../../data/service.ts';
import { refusalText } from '../../texts/translate.ts';
import { absoluteAddresses, broughtAddress, isWebAddress } from './address.ts';

export const address = signal('');
export const failure = signal('');
export const isLooking = signal(false);
/** The first is what the address leads to; the others have facts only once they were asked for. */
export const found = signal<readonly Candidate[]>([]);
export const chosen = signal(0);

export interface Candidate {
  url: string;
  title: string;
  facts: FeedPreview | undefined;
}

/**
 * Starts anew with the address that the URL of the page passes along. Nothing is asked before the person says so: any page on the web can
 * lead here, and would learn from the visit which service somebody uses.
 */
export function begin(): void {
  change(broughtAddress(location.search));
}

/** The request under way; answers to earlier ones are dropped. */
let asking: AbortController | undefined;

export function change(next: string): void {
  asking?.abort();
  isLooking.value = false;
  address.value = next;
  failure.value = '';
  found.value = [];
  chosen.value = 0;
}

/** Asks what is at the address. */
export async function look(): Promise<void> {
  const [wanted, plain] = absoluteAddresses(address.peek());
  if (!isWebAddress(wanted)) {
    failure.value = refusalText('bad-address') ?? '';
    return;
  }
  const take = (facts: FeedPreview): void => {
    const others = facts.others.map(({ feed_url, title }) => ({
      url: feed_url,
      title: title ?? feed_url,
      facts: undefined,
    }));
    found.value = [{ url: facts.feed_url, title: facts.title, facts }, ...others];
    chosen.value = 0;
  };
  await ask(wanted, take, plain);
}

/** Chooses another of the feeds that were found; the site is asked for it only now. */
export async function choose(index: number): Promise<void> {
  chosen.value = index;
  const candidate = found.peek()[index];
  if (candidate === undefined || candidate.facts !== undefined) return;
  await ask(candidate.url, (facts) => {
    found.value = found.peek().map((each) => (each === candidate ? { ...each, facts } : each));
  });
}

/** `plain`: where to ask if nobody answers at `url`. A wrong certificate is an answer. */
async function ask(url: string, take: (facts: FeedPreview) => void, plain?: string): Promise<void> {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  isLooking.value = true;
  failure.value = '';
  try {
    const facts = await service.feeds.preview(url, { signal }).catch((error: unknown) => {
      const isAway = error instanceof CourantError && error.reason === 'site-unreachable';
      if (plain === undefined || !isAway) throw error;
      return service.feeds.preview(plain, { signal });
    });
    if (!signal.aborted) take(facts);
  } catch (error) {
    if (!signal.aborted) failure.value = whyNot(error);
  }
  if (!signal.aborted) isLooking.value = false;
}

/** Why nothing was found. Without the beginning of the message, which says what was attempted: the form above shows that. */
export function whyNot(error: unknown): string {
  const words = wordsOf(error);
  return error instanceof CourantError && error.reason ? words.replace(/^Cannot [^:]+: /, '') : words;
}
