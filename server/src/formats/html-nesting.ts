// Which elements are open at each point of a piece of HTML, as the parser of the sanitiser sees it.

const names = (written: string): ReadonlySet<string> => new Set(written.split(' '));

/** The start tags that end elements without an end tag, and which: those that are innermost, one after the other. As in htmlparser2. */
const ends: [starting: string, ended: string][] = [
  ['tr', 'tr th td'],
  ['th', 'th'],
  ['td', 'thead th td'],
  ['body', 'head link script'],
  ['a', 'a'],
  ['li', 'li'],
  ['h1 h2 h3 h4 h5 h6', 'h1 h2 h3 h4 h5 h6 p'],
  ['select input output button datalist textarea', 'input option optgroup select button datalist textarea'],
  ['option', 'option'],
  ['optgroup', 'optgroup option'],
  ['dd dt', 'dd dt'],
  ['rt rp', 'rt rp'],
  ['tbody tfoot', 'thead tbody'],
  ['p address article aside blockquote details div dl fieldset figcaption figure footer form header', 'p'],
  ['hr main nav ol pre section table ul', 'p'],
];

const endedBy = new Map(
  ends.flatMap(([starting, ended]) => [...names(starting)].map((name) => [name, names(ended)] as const)),
);

export class OpenElements {
  private readonly opened: string[] = [];
  /** How many there are of each name: end tags of others close nothing, and need no look at all that are open. */
  private readonly openedOf = new Map<string, number>();

  get count(): number {
    return this.opened.length;
  }

  /** Ends what a start tag ends. An element that ends something takes its place, so it is never one too many. */
  endFor(starting: string): void {
    const ended = endedBy.get(starting);
    while (ended?.has(this.opened.at(-1) ?? '')) this.pop();
  }

  start(name: string): void {
    this.opened.push(name);
    this.openedOf.set(name, (this.openedOf.get(name) ?? 0) + 1);
  }

  /** Ends the last element of a name, with all that are open within it. */
  end(name: string): void {
    if (this.openedOf.get(name)) while (this.pop() !== name);
  }

  private pop(): string {
    const name = this.opened.pop() ?? '';
    this.openedOf.set(name, (this.openedOf.get(name) ?? 0) - 1);
    return name;
  }
}
