// Our own documentation as HTML: as much of Markdown as docs/apps and docs/extensions are written in.
import { type Html, html } from './html.ts';

interface Block {
  html: Html;
  /** Where the next one begins. */
  end: number;
}

/** `folder`: where links to other files of the same folder lead. Whatever stands in the text is escaped. */
export function markdown(text: string, folder: string): Html[] {
  const lines = text.split('\n');
  const blocks: Html[] = [];
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const block = blockAt(lines, at, folder);
    blocks.push(block.html);
    at = block.end;
  }
  return blocks;
}

/** The first heading, for the title of the page. */
export function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

function blockAt(lines: readonly string[], at: number, folder: string): Block {
  const line = lines[at] ?? '';
  if (line.startsWith('```')) return codeAt(lines, at);
  if (line.startsWith('#')) return { html: heading(line, folder), end: at + 1 };
  const end = endOf(lines, at, (next) => isBlank(next) || startsBlock(next, line));
  const own = lines.slice(at, end);
  if (line.startsWith('|')) return { html: table(own, folder), end };
  if (itemMark.test(line)) return { html: list(own, folder), end };
  return { html: html`<p>${inline(own.join(' '), folder)}</p>\n`, end };
}

const itemMark = /^(?:- |(\d+)\. )/;

/** A list goes on with its items, a table with its rows; a paragraph ends where another block begins. */
function startsBlock(line: string, first: string): boolean {
  if (first.startsWith('|')) return !line.startsWith('|');
  if (itemMark.test(first)) return /^(?:#|\||```)/.test(line);
  return /^(?:#|\||```|- )/.test(line);
}

function endOf(lines: readonly string[], at: number, isOver: (line: string) => boolean): number {
  const after = lines.slice(at + 1).findIndex(isOver);
  return after === -1 ? lines.length : at + 1 + after;
}

function codeAt(lines: readonly string[], at: number): Block {
  const end = endOf(lines, at, (line) => line.startsWith('```'));
  return { html: html`<pre><code>${lines.slice(at + 1, end).join('\n')}</code></pre>\n`, end: end + 1 };
}

function heading(line: string, folder: string): Html {
  const [, marks = '', words = ''] = /^(#+) (.*)$/.exec(line) ?? [];
  const text = inline(words, folder);
  if (marks.length === 1) return html`<h1>${text}</h1>\n`;
  return marks.length === 2 ? html`<h2>${text}</h2>\n` : html`<h3>${text}</h3>\n`;
}

function list(lines: readonly string[], folder: string): Html {
  const items: string[] = [];
  for (const line of lines) {
    if (itemMark.test(line)) items.push(line.replace(itemMark, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  const start = itemMark.exec(lines[0] ?? '')?.[1];
  const inside = items.map((item) => html`<li>${inline(item, folder)}</li>\n`);
  return start === undefined ? html`<ul>\n${inside}</ul>\n` : html`<ol start="${start}">\n${inside}</ol>\n`;
}

/** The second line is the rule under the head, which may be empty. */
function table([first = '', , ...rest]: readonly string[], folder: string): Html {
  const head = cellsOf(first);
  const cells = head.map((cell) => html`<th scope="col">${inline(cell, folder)}</th>`);
  const rows = rest.map(
    (row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inline(cell, folder)}</td>`)}</tr>\n`,
  );
  const top = head.every((cell) => cell === '') ? undefined : html`<thead><tr>${cells}</tr></thead>\n`;
  return html`<table>\n${top}<tbody>\n${rows}</tbody>\n</table>\n`;
}

/** A bar within code divides nothing. */
function cellsOf(row: string): string[] {
  const cells =
    row
      .trim()
      .slice(1, -1)
      .match(/(?:`[^`]*`|[^|`])+/g) ?? [];
  return cells.map((cell) => cell.trim());
}

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inline(text: string, folder: string): Html[] {
  const parts: Html[] = [];
  let at = 0;
  for (const match of text.matchAll(marked)) {
    const [whole, code, strong, soft, words = '', target = ''] = match;
    parts.push(html`${text.slice(at, match.index)}`);
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(html`<b>${inline(strong, folder)}</b>`);
    else if (soft !== undefined) parts.push(html`<em>${inline(soft, folder)}</em>`);
    else parts.push(html`<a href="${addressOf(target, folder)}">${inline(words, folder)}</a>`);
    at = match.index + whole.length;
  }
  return [...parts, html`${text.slice(at)}`];
}

function addressOf(target: string, folder: string): string {
  return /^https?:/.test(target) ? target : `${folder}/${target.replace(/\.md$/, '')}`;
}

function isBlank(line: string | undefined): boolean {
  return (line ?? '').trim() === '';
}
