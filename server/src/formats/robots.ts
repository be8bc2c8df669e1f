// robots.txt → which addresses of a site a robot may call (RFC 9309).

export interface RobotsRules {
  rules: RobotsRule[];
  /** Not in RFC 9309, but in use. */
  crawlDelayMs?: number;
}

interface RobotsRule {
  allow: boolean;
  /** Begins with a slash or a star; `*` stands for anything, `$` at the end for the end. */
  path: string;
}

export const allowsAll: RobotsRules = { rules: [] };
export const allowsNothing: RobotsRules = { rules: [{ allow: false, path: '/' }] };

/** The rules for a robot of this name: all groups that name it, or else those for everybody. */
export function readRobots(text: string, agent: string): RobotsRules {
  const own: RobotsRules = { rules: [] };
  const everybodys: RobotsRules = { rules: [] };
  let isOwn = false;
  let isEverybodys = false;
  let namedOwn = false;
  let inRules = false;
  for (const [key, value] of linesOf(text)) {
    if (key === 'user-agent') {
      // A user agent after rules starts another group.
      if (inRules) isOwn = isEverybodys = inRules = false;
      isOwn ||= productOf(value) === agent.toLowerCase();
      isEverybodys ||= value === '*';
      namedOwn ||= isOwn;
      continue;
    }
    if (key === 'allow' || key === 'disallow') inRules = true;
    if (isOwn) take(own, key, value);
    if (isEverybodys) take(everybodys, key, value);
  }
  return namedOwn ? own : everybodys;
}

/** The longest rule that fits decides; of two equally long ones, the one that allows. */
export function mayCall({ rules }: RobotsRules, url: string): boolean {
  const { pathname, search } = new URL(url);
  const address = canonical(pathname + search);
  const starred = rules.reduce((sum, { path }) => (path.includes('*') ? sum + path.length : sum), 0);
  // Whoever writes such rules may mean us by any of them.
  if (starred * address.length > mostCompared) return false;
  let decision: RobotsRule | undefined;
  for (const rule of rules) {
    if (decision && decision.path.length > rule.path.length) continue;
    if (decision && decision.path.length === rule.path.length && decision.allow) continue;
    if (fits(rule.path, address)) decision = rule;
  }
  return decision?.allow ?? true;
}

/**
 * Characters of rules with stars, each of which may be compared with each character of the address: a tenth of a second. Large sites have
 * some thousand of the former, and addresses of two hundred.
 */
const mostCompared = 50_000_000;

/** Longer delays are meant for robots that fetch a whole site. */
export const longestDelayMs = 30_000;

function take(group: RobotsRules, key: string, value: string): void {
  if (key === 'crawl-delay') {
    const seconds = Number(value);
    if (seconds > 0) group.crawlDelayMs = Math.min(Math.round(seconds * 1_000), longestDelayMs);
  } else if ((key === 'allow' || key === 'disallow') && /^[/*]/.test(value)) {
    group.rules.push({ allow: key === 'allow', path: canonical(value) });
  }
}

/** Spaces around a word are cut off, and so is a byte order mark. */
function* linesOf(text: string): Generator<[key: string, value: string]> {
  for (const line of text.split(/\r\n|\r|\n/)) {
    const content = line.split('#', 1)[0] ?? '';
    const colon = content.indexOf(':');
    if (colon > 0) yield [content.slice(0, colon).trim().toLowerCase(), content.slice(colon + 1).trim()];
  }
}

/** `Courant/0.1 (reader)` names Courant. */
function productOf(value: string): string {
  return /^[a-z_-]*/i.exec(value)?.[0].toLowerCase() ?? '';
}

/** Piece by piece, each search starting where the last one ended: no pattern makes it go back. */
function fits(path: string, address: string): boolean {
  const toTheEnd = path.endsWith('$');
  const pieces = (toTheEnd ? path.slice(0, -1) : path).split('*');
  const first = pieces.shift() ?? '';
  if (!address.startsWith(first)) return false;
  if (pieces.length === 0) return !toTheEnd || address === first;
  const last = toTheEnd ? (pieces.pop() ?? '') : '';
  let at = first.length;
  for (const piece of pieces) {
    const found = address.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return address.endsWith(last) && address.length - last.length >= at;
}

/** One spelling for each address (RFC 9309 §2.2.2): escapes in capitals, and only where needed. */
function canonical(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\0-\x7f]+/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (written) => {
      const sign = String.fromCharCode(Number.parseInt(written.slice(1), 16));
      return /[A-Za-z0-9._~-]/.test(sign) ? sign : written.toUpperCase();
    });
}
