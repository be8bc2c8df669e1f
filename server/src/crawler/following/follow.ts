// Finds the Source behind what a person typed, with a few polite requests, and stores it with its first posts.
import { namesNoScheme, normaliseAddress, usualPlaces } from '../../formats/discover.ts';
import type { AnnouncedFeed, PageFinding } from '../../formats/feed-document.ts';
import { feedInstead, siteFeeds } from '../../formats/site-rules.ts';
import { comparableUrl } from '../../model/comparable-url.ts';
import type { Source } from '../../model/source.ts';
import { type Outcome, reasonOf, refusalSentenceOf } from '../../model/visit.ts';
import type { Lease } from '../../store/sources/hosts.ts';
import { findSource, findSourceAt, keepAddress, readSourceAt } from '../../store/sources/sources.ts';
import { ask, type Question } from '../asking/ask.ts';
import type { Found, FoundFeed } from '../asking/finding.ts';
import type { Equipment } from '../equipment.ts';
import { following, maxAddressChars } from '../limits.ts';
import { recordFirst } from '../record.ts';
import { hubsForFeed } from '../websub/offer.ts';
import { againLater } from './again-later.ts';
import { isFailing, isPlain, sourceMeant } from './first-source.ts';
import { type Followed, found, type Refused, refused, tooSlow } from './followed.ts';
import { giveBack, turnAt } from './host-turn.ts';
import { foundOrRevived, isUncertain } from './revive.ts';

/** What an address leads to, and which other feeds the page there announces. */
export type Discovered = (Followed & { kind: 'source'; others: readonly AnnouncedFeed[] }) | Refused;

export async function follow(equipment: Equipment, typed: string): Promise<Followed> {
  const address = normaliseAddress(typed);
  if (address === undefined) return refused('bad-address', 'This is not the address of a web site or feed');
  const known = await provenSourceAt(equipment, address);
  const isSure = known && !isFailing(known) && !isPlain(known, address) && isMeant(equipment, known, address);
  if (known && (known.url === address || isSure)) {
    return foundOrRevived(equipment, known, patienceEnds(equipment));
  }
  const search = new Search(equipment, address, {
    mayBePlain: namesNoScheme(typed),
    asksAgain: known !== undefined,
  });
  const followed = orKnown(await search.run(), known);
  if (followed.kind === 'refused') return search.hasNotAsked ? { ...followed, unasked: true } : followed;
  if (search.hasNotAsked) return followed;
  await noteLed(equipment, address, followed.sourceId);
  return { ...followed, ...(known && { askedAgain: true }) };
}

/** Whether following the address, as it is typed, takes no request. */
export async function isKnown(equipment: Equipment, typed: string): Promise<boolean> {
  const address = normaliseAddress(typed);
  const known = address === undefined ? undefined : await provenSourceAt(equipment, address);
  if (!known || known.url !== address) return false;
  return !(await equipment.store.read((tx) => isUncertain(tx, known)));
}

/** Like `follow`, but always fetches a page again: only the page can say which other feeds there are. */
export async function discover(equipment: Equipment, typed: string): Promise<Discovered> {
  const address = normaliseAddress(typed);
  const known = address === undefined ? undefined : await provenSourceAt(equipment, address);
  if (address === undefined || known?.url === address) {
    const followed = await follow(equipment, typed);
    return followed.kind === 'source' ? { ...followed, others: [] } : followed;
  }
  const search = new Search(equipment, address, { mayBePlain: namesNoScheme(typed), asksAgain: true });
  const followed = orKnown(await search.run(), known);
  if (followed.kind === 'refused') return followed;
  const others = await search.others(followed.sourceId);
  if (search.hasNotAsked) return { ...followed, others };
  await noteLed(equipment, address, followed.sourceId);
  return { ...followed, others, askedAgain: true };
}

/** Nobody visits an address that has led to a source: by now another feed may be there, unless the two differ in http or www alone. */
function isMeant({ ledTo }: Equipment, known: Source, address: string): boolean {
  return isSame(known, address) || ledTo.known(address)?.answer === known.id;
}

function isSame(known: Source, address: string): boolean {
  return comparableUrl(known.url) === comparableUrl(address) && !isPlain(known, address);
}

/** Only where it has to be remembered: a list of feeds has a thousand addresses at which its feeds are. */
async function noteLed({ store, ledTo }: Equipment, address: string, sourceId: number): Promise<void> {
  const source = await store.read((tx) => findSource(tx, sourceId));
  if (source && !isSame(source, address)) ledTo.keep(address, sourceId, following.trustedMs);
}

/** What an address has led to before counts where it leads nowhere now: a site may be away for an hour. */
function orKnown(followed: Followed, known: Source | undefined): Followed {
  return followed.kind === 'refused' && known && known.memory.state !== 'gone' ? found(known.id) : followed;
}

/** One search: each address is asked only once, and only a few are. */
class Search {
  readonly #equipment: Equipment;
  readonly #typed: string;
  readonly #mayBePlain: boolean;
  readonly #asksAgain: boolean;
  /** When the person who asked will have given up. */
  readonly #until: number;
  readonly #asked = new Set<string>();
  #page: PageFinding | undefined;

  constructor(equipment: Equipment, typed: string, options: { mayBePlain: boolean; asksAgain: boolean }) {
    this.#equipment = equipment;
    this.#typed = typed;
    this.#mayBePlain = options.mayBePlain;
    this.#asksAgain = options.asksAgain;
    this.#until = patienceEnds(equipment);
  }

  get hasNotAsked(): boolean {
    return this.#asked.size === 0;
  }

  async run(): Promise<Followed> {
    if (this.#typed.length > maxAddressChars) {
      return refused('bad-address', `The address is longer than ${maxAddressChars} characters`);
    }
    const { clock, limits } = this.#equipment;
    const guessesEnd = clock.now() + limits.searchMs;
    const first = await this.#goOn(await this.#try(feedInstead(new URL(this.#typed)) ?? this.#typed));
    if (first.kind !== 'none') return first;
    this.#page = first.page;
    const next = await this.#goThrough(first, guessesEnd);
    if (next) return next;
    if (first.page) return refused('web-page', 'The address gives a web page, and no feed was found for it');
    const refusal = refused(reasonOf(first.outcome) ?? 'not-a-feed', first.sentence, againLater(first));
    return { ...refusal, ...(first.retryAfterMs !== undefined && { restMs: first.retryAfterMs }) };
  }

  /** The first feed at one of the places that come next. A page may go on announcing what is gone, beside what has taken its place. */
  async #goThrough(first: Nothing, guessesEnd: number): Promise<Followed | undefined> {
    let gone: Refused | undefined;
    for (const place of this.#places(first)) {
      if (this.#asked.size >= this.#equipment.limits.discoveryRequests) break;
      const isAnnounced = first.page?.feeds.some(({ url }) => url === place);
      if (this.#equipment.clock.now() >= guessesEnd && !isAnnounced) break;
      if (this.#asked.has(place) || place.length > maxAddressChars) continue;
      const next = await this.#try(place, first);
      if (next.kind === 'refused' && next.reason === 'site-gone') gone ??= next;
      else if (next.kind !== 'none') return next;
    }
    return gone;
  }

  /** The feeds that the page announces beside the one that was found. */
  async others(sourceId: number): Promise<AnnouncedFeed[]> {
    const announced = this.#page?.feeds.slice(0, this.#equipment.limits.otherFeeds) ?? [];
    const ids = await this.#equipment.store.read(async (tx) => {
      const found: (number | undefined)[] = [];
      for (const { url } of announced) found.push(await findSourceAt(tx, url));
      return found;
    });
    return announced.filter((_, index) => ids[index] !== sourceId);
  }

  /** Goes where a page without feeds sends its visitors: one step only, because pages may send them in a circle. */
  async #goOn(here: Followed | Nothing): Promise<Followed | Nothing> {
    const to = here.kind === 'none' && here.page?.feeds.length === 0 ? here.page.movedTo : undefined;
    if (to === undefined || to.length > maxAddressChars || this.#asked.has(to)) return here;
    const there = await this.#try(to);
    return there.kind === 'none' && there.page === undefined ? here : there;
  }

  /** The feeds that the page announces, then the usual places. After a failure only the places known for the site's platform are left. */
  #places({ page, pageUrl, outcome }: Nothing): string[] {
    if (page) return [...page.feeds.map((feed) => feed.url), ...usualPlaces(this.#typed, pageUrl)];
    // A person who typed a bare name has not asked for https, and old sites do not offer it.
    if (this.#mayBePlain && outcome.kind === 'unreachable' && noDoor.has(outcome.reason)) {
      return [this.#typed.replace(/^https:/, 'http:')];
    }
    return siteFeeds(new URL(this.#typed)) ?? [];
  }

  async #try(url: string, announcedBy?: Nothing): Promise<Followed | Nothing> {
    const asksAgain = this.#asksAgain && url === this.#typed;
    const known = asksAgain ? undefined : await provenSourceAt(this.#equipment, url);
    if (known && isMeant(this.#equipment, known, url)) return this.#settle(known);
    const lease = await turnAt(this.#equipment, url, this.#until);
    if ('kind' in lease) return lease;
    // Whoever had the turn at the host before may have found the source.
    const meanwhile = asksAgain ? undefined : await provenSourceAt(this.#equipment, url);
    if (meanwhile && (!known || isMeant(this.#equipment, meanwhile, url))) {
      await giveBack(this.#equipment, lease, undefined);
      return this.#settle(meanwhile);
    }
    this.#asked.add(url);
    const here = await this.#equipment.held.during(lease, () => this.#ask(url, lease, announcedBy));
    const followed = known && announcedBy && here.kind === 'none' ? await this.#settle(known) : here;
    if (followed.kind === 'source') await noteLed(this.#equipment, url, followed.sourceId);
    return followed;
  }

  async #ask(url: string, lease: Lease, announcedBy: Nothing | undefined): Promise<Followed | Nothing> {
    const led = await this.#ledTo(url);
    const question: Question = {
      url,
      validators: led?.validators,
      subscribers: 1,
      until: this.#until,
      isSearch: true,
    };
    const finding = await ask(this.#equipment, question).catch(async (error: unknown) => {
      await giveBack(this.#equipment, lease, undefined);
      throw error;
    });
    const { found: seen } = finding;
    if (seen.kind !== 'feed') {
      await giveBack(this.#equipment, lease, finding);
      if (seen.kind === 'unchanged' && led) return this.#settle(led);
      if (this.#hasRunOut(seen)) return tooSlow();
      if (seen.kind === 'unchanged') throw new Error('A plain question was answered as a conditional one');
      const { retryAfterMs } = finding.facts.hints;
      return { ...seen, kind: 'none', sentence: refusalSentenceOf(seen.outcome), retryAfterMs };
    }
    // The person means the feed wherever it is now, so a permanent redirect is believed at once.
    const place = finding.permanentUrl ?? url;
    const pageHubs = announcedBy && hubsForFeed(announcedBy, place);
    const feed: FoundFeed = pageHubs ? { ...seen, pageHubs } : seen;
    const first = {
      lease,
      finding: { ...finding, found: feed },
      found: feed,
      url: place,
      addresses: [this.#typed, url],
    };
    const known = await this.#equipment.store.read((tx) => sourceMeant(tx, first));
    if (known && isPlain(known, place)) {
      // The same feed, which is asked here from now on.
      await this.#equipment.store.write((tx) => keepAddress(tx, known.id, place));
    } else if (known) {
      await giveBack(this.#equipment, lease, finding);
      return this.#settle(known);
    }
    const recorded = await recordFirst(this.#equipment, first);
    return recorded ? found(recorded.sourceId) : tooSlow();
  }

  /** The feed to which an address has led, if it is visited: where it still does, the document need not come again. */
  #ledTo(url: string): Promise<Source | undefined> {
    return this.#equipment.store.read(async (tx) => {
      const source = await readSourceAt(tx, url);
      if (!source || source.url === url || isFailing(source)) return undefined;
      return (await isUncertain(tx, source)) ? undefined : source;
    });
  }

  /** Whether the person has to be told now: nothing came in time, or nothing more would. */
  #hasRunOut(found: Exclude<Found, FoundFeed>): boolean {
    const { clock, limits } = this.#equipment;
    const isLate =
      found.kind === 'failed' && found.outcome.kind === 'unreachable' && found.outcome.reason === 'deadline';
    return clock.now() + (isLate ? limits.answerMs : 0) >= this.#until;
  }

  async #settle(known: Source): Promise<Followed> {
    const followed = await foundOrRevived(this.#equipment, known, this.#until);
    if (followed.kind === 'refused') return followed;
    await this.#equipment.store.write((tx) => keepAddress(tx, followed.sourceId, this.#typed));
    return followed;
  }
}

/** Nobody answered at the port. A wrong certificate is not among these: falling back to http would help whoever forged it. */
const noDoor: ReadonlySet<string> = new Set([
  'connect-refused',
  'connect-timeout',
  'connect-failed',
  'no-network',
]);

interface Nothing {
  kind: 'none';
  sentence: string;
  outcome: Outcome;
  /** Retry-After of the answer (RFC 9110 §10.2.3). */
  retryAfterMs: number | undefined;
  page?: PageFinding;
  pageUrl?: string;
}

function patienceEnds({ clock, limits }: Equipment): number {
  return clock.now() + limits.followMs;
}

/**
 * Leaves out a source without a visit that has succeeded: one that was adopted must not hide a page at its address that leads to a feed, and
 * of a new one some posts are still missing, because its record goes on or has broken off.
 */
function provenSourceAt({ store }: Equipment, url: string): Promise<Source | undefined> {
  return store.read(async (tx) => {
    const source = await readSourceAt(tx, url);
    return source?.checkedAt === undefined ? undefined : source;
  });
}
