// HTML of strangers within a page of ours: whatever it is, what follows it in the page is not part of it, nor is it part of that.

/** Where these must be directly, or browsers leave their tags out, move them, or end other elements first. */
const parents: Readonly<Record<string, readonly string[]>> = {
  caption: ['table'],
  colgroup: ['table'],
  col: ['colgroup', 'table'],
  thead: ['table'],
  tbody: ['table'],
  tfoot: ['table'],
  tr: ['table', 'thead', 'tbody', 'tfoot'],
  td: ['tr'],
  th: ['tr'],
  rt: ['ruby'],
  rp: ['ruby'],
};
/** What has only such parts in it: browsers move everything else out of the table. */
const ofParts = new Set('table thead tbody tfoot tr colgroup'.split(' '));

const headings = 'h1 h2 h3 h4 h5 h6'.split(' ');
/** What ends those of its kind that are still open, unless it is in a list of its own. */
const endings: readonly [kind: readonly string[], lists: readonly string[]][] = [
  [['li'], ['ul', 'ol']],
  [['dd', 'dt'], ['dl']],
  [headings, []],
  [['a'], []],
  [['p'], []],
];
const endingOf = new Map(endings.flatMap((each) => each.flat().map((name) => [name, each] as const)));

const voids = new Set('img br hr col source wbr'.split(' '));
/** Our sanitiser writes no `>` within an attribute. */
const tags = /<(\/?)([a-z][a-z0-9]*)[^>]*>/g;

/**
 * The sanitiser ends every element that it has begun, but browsers end some of them earlier (HTML, "Tree construction"): the second `<li>` of
 * `<li><div><li></li></div></li>` ends the `div`, and its end tag would then end one of ours. Such a text is put into an `object`: without
 * data it shows what is in it, and no tag in there reaches beyond it. The others are not, because screen readers know `object` as something else.
 */
export function boxed(sanitisedHtml: string): string {
  return endsWhatItBegins(sanitisedHtml)
    ? sanitisedHtml
    : `<object role="document">${sanitisedHtml}</object>`;
}

/** Whether browsers are sure to end each element where its end tag is, or to begin none again after it. Linear in time. */
function endsWhatItBegins(html: string): boolean {
  const open: string[] = [];
  /** What is open of each kind that ends its like, with the lists. */
  const openOf = new Map(endings.map((each): [typeof each, string[]] => [each, []]));
  for (const [, slash, name = ''] of html.matchAll(tags)) {
    const ending = endingOf.get(name);
    const kin = ending && openOf.get(ending);
    if (slash) {
      if (open.pop() !== name) return false;
      kin?.pop();
    } else {
      if (!mayBeIn(open.at(-1) ?? '', name) || !mayBeAfter(kin?.at(-1), name)) return false;
      if (voids.has(name)) continue;
      open.push(name);
      kin?.push(name);
    }
  }
  return open.length === 0;
}

function mayBeIn(parent: string, name: string): boolean {
  const wanted = parents[name];
  return wanted ? wanted.includes(parent) : !ofParts.has(parent);
}

/** `last`: the innermost of its kind, or of their lists, that is open. */
function mayBeAfter(last: string | undefined, name: string): boolean {
  const [, lists = []] = endingOf.get(name) ?? [];
  return last === undefined || lists.includes(last) || lists.includes(name);
}
