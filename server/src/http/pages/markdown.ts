// Renders our own documentation as HTML: marked parses it, and the tokens are written here, so that only `html` makes HTML.
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { type Html, html } from './html.ts';

/** `folder`: where links to other files of the same folder lead. All text is escaped, including HTML. */
export function markdown(text: string, folder: string): Html[] {
  return all(lexer(text), folder);
}

/** The first heading, as the title of the page. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

function all(tokens: readonly Token[] | undefined, folder: string): Html[] {
  return (tokens ?? []).map((token) => written(token as MarkedToken, folder));
}

function written(token: MarkedToken, folder: string): Html {
  switch (token.type) {
    case 'space':
      return html``;
    case 'heading':
      return heading(token, folder);
    case 'paragraph':
      return html`<p>${all(token.tokens, folder)}</p>\n`;
    case 'code':
      return html`<pre><code>${token.text}</code></pre>\n`;
    case 'list':
      return list(token, folder);
    case 'table':
      return table(token, folder);
    case 'text':
      return token.tokens ? html`${all(token.tokens, folder)}` : html`${token.text}`;
    case 'escape':
      return html`${token.text}`;
    case 'codespan':
      return html`<code>${token.text}</code>`;
    case 'strong':
      return html`<b>${all(token.tokens, folder)}</b>`;
    case 'em':
      return html`<em>${all(token.tokens, folder)}</em>`;
    case 'link':
      return html`<a href="${addressOf(token.href, folder)}">${all(token.tokens, folder)}</a>`;
    default:
      return html`${token.raw}`;
  }
}

function heading({ depth, tokens }: Tokens.Heading, folder: string): Html {
  const text = all(tokens, folder);
  if (depth === 1) return html`<h1>${text}</h1>\n`;
  return depth === 2 ? html`<h2>${text}</h2>\n` : html`<h3>${text}</h3>\n`;
}

function list({ ordered, start, items }: Tokens.List, folder: string): Html {
  const inside = items.map(({ tokens }) => html`<li>${all(tokens, folder)}</li>\n`);
  return ordered ? html`<ol start="${start}">\n${inside}</ol>\n` : html`<ul>\n${inside}</ul>\n`;
}

/** A table of facts has an empty header row. */
function table({ header, rows }: Tokens.Table, folder: string): Html {
  // An empty heading is not a header cell.
  const head = header.map(({ tokens, text }) =>
    text === '' ? html`<td></td>` : html`<th scope="col">${all(tokens, folder)}</th>`,
  );
  const body = rows.map(
    (row) => html`<tr>${row.map(({ tokens }) => html`<td>${all(tokens, folder)}</td>`)}</tr>\n`,
  );
  const isNamed = header.some(({ text }) => text !== '');
  const top = isNamed ? html`<thead><tr>${head}</tr></thead>\n` : undefined;
  // A scrollable area must be reachable by keyboard.
  return html`<div class="wide-table" tabindex="0">\n<table>\n${top}<tbody>\n${body}</tbody>\n</table>\n</div>\n`;
}

function addressOf(target: string, folder: string): string {
  if (/^https?:/.test(target)) return target;
  // Of a path, only what leads from one folder to another is worked out; the host is none.
  const { pathname } = new URL(target, `http://host.invalid${folder}/`);
  return pathname.replace(/(?:\/README)?\.md$/, '');
}
