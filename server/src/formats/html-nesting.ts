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

interface Open<Mark> {
  name: string;
  mark: Mark | undefined;
}

/** `Mark`: what is kept about some of them until they end. */
export class OpenElements<Mark> {
  private readonly opened: Open<Mark>[] = [];
  /** How many there are of each name: end tags of others close nothing, and need no look at all that are open. */
  private readonly openedOf = new Map<string, number>();

  get count(): number {
    return this.opened.length;
  }

  has(name: string): boolean {
    return (this.openedOf.get(name) ?? 0) > 0;
  }

  /** Ends what a start tag ends, and returns the outermost mark of that. An element that ends something takes its place, so it is never one too many. */
  endFor(starting: string): Mark | undefined {
    const ended = endedBy.get(starting);
    let outermost: Mark | undefined;
    while (ended?.has(this.opened.at(-1)?.name ?? '')) outermost = this.pop()?.mark ?? outermost;
    return outermost;
  }

  start(name: string, mark?: Mark): void {
    this.opened.push({ name, mark });
    this.openedOf.set(name, (this.openedOf.get(name) ?? 0) + 1);
  }

  /** Ends the last element of a name, with all that are open within it. Returns its own mark, or the outermost of those within it. */
  end(name: string): { own?: Mark | undefined; within?: Mark | undefined } {
    if (!this.openedOf.get(name)) return {};
    let within: Mark | undefined;
    let last = this.pop();
    while (last !== undefined && last.name !== name) {
      within = last.mark ?? within;
      last = this.pop();
    }
    return { own: last?.mark, within };
  }

  private pop(): Open<Mark> | undefined {
    const last = this.opened.pop();
    if (last !== undefined) this.openedOf.set(last.name, (this.openedOf.get(last.name) ?? 0) - 1);
    return last;
  }
}
