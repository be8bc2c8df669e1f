// Makes one step of the search for the icon of a site: one request to one host, under its lease, and its result. The state of the
// search is kept in the store, as for articles.
import { mayCall } from '../../formats/robots.ts';
import type { IconSearch } from '../../model/icon.ts';
import { hostKey } from '../../net/host-key.ts';
import type { WebAnswer } from '../../net/web.ts';
import { holdsLease, hostNamed, type Lease, releaseHost } from '../../store/sources/hosts.ts';
import {
  continueIconSearch,
  dropIcon,
  endIconSearch,
  findIconSearch,
  isSiteFollowed,
  keepIcon,
  picturesOfFeeds,
  restIconSearch,
} from '../../store/sources/icons.ts';
import type { WriteTx } from '../../store/store.ts';
import { askRobots, knownRules } from '../articles/robots.ts';
import { callOnce, giveBack } from '../asking/one-call.ts';
import type { Equipment } from '../equipment.ts';
import { iconLimits } from './limits.ts';
import { firstPlace, nextPlace, type Place, picturesOfSite, usualPlace } from './next-place.ts';
import { type IconFinding, readIcon, validatorsOf } from './read-icon.ts';

interface Step {
  lease: Lease;
  search: IconSearch;
  /** The pictures of its feeds that may be the site's. */
  pictures: readonly string[];
}

/** Makes a step and releases the lease. A search that is not at the leased host is left to whoever leases its host. */
export async function makeIconStep(
  equipment: Equipment,
  { lease, iconId }: { lease: Lease; iconId: number },
): Promise<void> {
  const { store, limits } = equipment;
  const { search, named, isFollowed } = await store.read(async (tx) => ({
    search: await findIconSearch(tx, iconId),
    named: await picturesOfFeeds(tx, iconId),
    isFollowed: await isSiteFollowed(tx, iconId),
  }));
  if (!search || search.hostId !== lease.hostId || !isFollowed) {
    await store.write(async (tx) => {
      if (search && !isFollowed && (await holdsLease(tx, lease))) await restIconSearch(tx, iconId);
      await releaseHost(tx, lease, { gapMs: 0 });
    });
    return;
  }
  const step: Step = { lease, search, pictures: picturesOfSite(search, named) };
  if (search.step === 'begin') return begin(equipment, step);
  if (!needsLeave(search)) return ask(equipment, step, limits.gapMs);
  const rules = await store.read((tx) => knownRules(tx, search.url));
  if (!rules) return askRobots(equipment, lease, search.url);
  if (mayCall(rules, search.url)) {
    return ask(equipment, step, Math.max(limits.gapMs, rules.crawlDelayMs ?? 0));
  }
  const finding: IconFinding = { kind: rules.isUnknown ? 'away' : 'nothing' };
  await conclude(equipment, step, { finding, gapMs: 0 });
}

/** Only plans the first request, because it may go to another host. */
async function begin({ store, planHosts }: Equipment, { lease, search, pictures }: Step): Promise<void> {
  await store.write(async (tx) => {
    if (await holdsLease(tx, lease)) {
      const hostId = await goOn(tx, search, firstPlace(search, pictures));
      if (hostId !== lease.hostId) tx.onCommit(() => planHosts([hostId]));
    }
    await releaseHost(tx, lease, { gapMs: 0 });
  });
}

/** robots.txt applies to pages and to places that nobody has named. A picture that a page or feed shows is fetched as by anybody who views it. */
function needsLeave(search: IconSearch): boolean {
  return search.step === 'page' || search.url === usualPlace(search);
}

async function ask(equipment: Equipment, step: Step, gapMs: number): Promise<void> {
  const { search } = step;
  const isPage = search.step === 'page';
  const answer = await callOnce(equipment, {
    url: search.url,
    accept: isPage
      ? 'text/html,application/xhtml+xml;q=0.9'
      : 'image/png,image/x-icon,image/webp,image/jpeg,image/gif;q=0.9,*/*;q=0.1',
    headers: validatorsOf(search),
    maxBytes: isPage ? iconLimits.pageBytes : iconLimits.maxBytes,
    // A redirect may lead to another host, for which a turn is needed.
    followRedirects: false,
    timeoutMs: iconLimits.requestMs,
  });
  const finding = await readIcon(equipment, search, answer);
  await conclude(equipment, step, { finding, answer, gapMs });
}

/** Records the result of a step. If the lease was lost, or closing broke off the call, nothing is recorded. */
function conclude(
  { store, closing, planHosts }: Equipment,
  { lease, search, pictures }: Step,
  { finding, answer, gapMs }: { finding: IconFinding; answer?: WebAnswer; gapMs: number },
): Promise<void> {
  return store.write(async (tx) => {
    if (!(await holdsLease(tx, lease))) return giveBack(tx, { lease, answer, gapMs });
    const isBrokenOff = answer?.kind === 'failure' && closing.aborted;
    if (!isBrokenOff) {
      const next = nextPlace(search, finding, pictures);
      const hostId = next ? await goOn(tx, search, next) : await end(tx, search, finding);
      if (hostId !== lease.hostId) tx.onCommit(() => planHosts([hostId]));
    }
    await giveBack(tx, { lease, answer, gapMs });
  });
}

async function goOn(tx: WriteTx, { id }: IconSearch, { step, url, hops }: Place): Promise<number> {
  const hostId = await hostNamed(tx, hostKey(url));
  await continueIconSearch(tx, id, { step, url, hostId, hops });
  return hostId;
}

async function end(tx: WriteTx, search: IconSearch, finding: IconFinding): Promise<number> {
  if (finding.kind === 'icon') await keepIcon(tx, search.id, finding);
  // While the site cannot be reached, its kept icon stays.
  if (finding.kind === 'nothing' || finding.kind === 'elsewhere') await dropIcon(tx, search.id);
  const hostId = await hostNamed(tx, hostKey(search.site));
  await endIconSearch(tx, search, { hostId, dueAt: tx.now + iconLimits.restMs });
  return hostId;
}
