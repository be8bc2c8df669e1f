// HTML as values: a tagged template that escapes everything that is not HTML already.

/** Text that is HTML: made by `html`, or known to be safe. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | readonly Html[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Builds HTML. Attribute values must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    text += rendered(part) + (strings[index + 1] ?? '');
  });
  return new Html(text);
}

function rendered(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map((each) => each.text).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
