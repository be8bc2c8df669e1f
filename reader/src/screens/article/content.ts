// Prepares the text of an item for reading: pictures, tables, embeds, footnotes.
import { t } from '../../texts/translate.ts';
import { fragmentOf } from '../../trusted.ts';
import { makeFacades } from './embeds.ts';
import { tieFootnotes } from './footnotes.ts';

/** Pixels up to which a picture belongs to a line of text, as a formula does. */
const lineHeight = 48;
/** The alternative text of a smiley that is a picture only so that old systems show it: `🙂`, `👍🏽`. */
const emoji =
  /^[\p{Extended_Pictographic}\p{Regional_Indicator}][\p{Extended_Pictographic}\p{Emoji_Component}]*$/u;

/** A document fragment, ready to be put into the page. `hasTitle`: it begins with a heading of the title, which the page has already. */
export function prepareContent(sanitisedHtml: string, hasTitle: boolean): DocumentFragment {
  const content = fragmentOf(sanitisedHtml);
  if (hasTitle) content.querySelector('h1, h2, h3, h4, h5, h6')?.remove();
  lowerHeadings(content);
  for (const image of content.querySelectorAll('img')) preparePicture(image);
  // Code runs from left to right in every language.
  for (const code of content.querySelectorAll<HTMLElement>('pre, code, kbd, samp')) code.dir ||= 'ltr';
  for (const wide of content.querySelectorAll<HTMLElement>('table, pre')) letScroll(wide);
  for (const list of content.querySelectorAll('ol')) leaveRoom(list);
  for (const link of content.querySelectorAll('a')) link.rel = 'noopener noreferrer';
  makeFacades(content);
  tieFootnotes(content);
  return content;
}

/** The title of the article is the h1, so headings of the text start below it. */
function lowerHeadings(content: DocumentFragment): void {
  const headings = [...content.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const highest = Math.min(...headings.map(({ tagName }) => Number(tagName[1])));
  let last = 1;
  for (const heading of headings) {
    // One level down at a time, so that somebody who navigates by headings finds none missing.
    const level = Math.min(Number(heading.tagName[1]) - highest + 2, last + 1, 6);
    last = level;
    if (heading.tagName === `H${level}`) continue;
    const lowered = document.createElement(`h${level}`);
    lowered.append(...heading.childNodes);
    for (const { name, value } of heading.attributes) lowered.setAttribute(name, value);
    heading.replaceWith(lowered);
  }
}

function preparePicture(image: HTMLImageElement): void {
  // A photograph on its own may be called so, too.
  if (emoji.test(image.alt) && isOfLine(image)) {
    image.replaceWith(image.alt);
    return;
  }
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
  image.addEventListener('error', () => showOtherwise(image), { once: true });
  if (image.title && image.title !== image.alt && !isSaid(image)) addCaption(image);
  // A picture within a link stays a link; all others can be enlarged, if there is anything to enlarge.
  if (image.closest('a')) return;
  if (!isOfLine(image)) letEnlarge(image);
  else if (heightOf(image) === 0) {
    const judge = (): void => {
      if (image.naturalHeight > lineHeight) letEnlarge(image);
    };
    image.addEventListener('load', judge, { once: true });
  }
}

/** With the `picture` around it, which offers nothing any more once its image is no child of it. */
function whole(image: HTMLImageElement): Element {
  return image.closest('picture') ?? image;
}

function heightOf(image: HTMLImageElement): number {
  return Number.parseInt(image.getAttribute('height') ?? '', 10) || 0;
}

/** Whether it belongs to a line of words, or may do so, as a formula or a smiley: then only its size tells. */
function isOfLine(image: HTMLImageElement): boolean {
  const height = heightOf(image);
  if (height > 0) return height <= lineHeight;
  const { previousSibling, nextSibling } = whole(image);
  return isWords(previousSibling) || isWords(nextSibling);
}

function isWords(node: Node | null): boolean {
  return node instanceof Text && /\S/.test(node.data);
}

function letEnlarge(image: HTMLImageElement): void {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.setAttribute(
    'aria-label',
    image.alt ? `${t('article.enlarge')}: ${image.alt}` : t('article.enlarge'),
  );
  const shown = whole(image);
  shown.replaceWith(button);
  button.append(shown);
}

/** What could not be loaded may be there in the size that every browser knows. */
function showOtherwise(image: HTMLImageElement): void {
  const sources = image.closest('picture')?.querySelectorAll('source') ?? [];
  if (!image.hasAttribute('src') || image.currentSrc === image.src) replaceBroken(image);
  else {
    image.addEventListener('error', () => replaceBroken(image), { once: true });
    for (const source of sources) source.remove();
    // Not just without one: browsers would keep the resolution of the size that failed.
    image.srcset = image.src;
  }
}

/**
 * Shows the alternative text in a calm box instead of the browser's icon for a broken picture; of one within a line, only that text. Where no
 * size tells, a formula or smiley follows words; photographs come before them.
 */
function replaceBroken(image: HTMLImageElement): void {
  const button = image.closest('.picture');
  const shown = whole(image);
  if (
    button === null &&
    image.alt &&
    isOfLine(image) &&
    (heightOf(image) > 0 || isWords(shown.previousSibling))
  ) {
    shown.replaceWith(image.alt);
    return;
  }
  const box = document.createElement('span');
  box.className = 'no-picture';
  box.textContent = t('article.noPicture');
  if (image.alt) {
    const alt = document.createElement('small');
    alt.textContent = image.alt;
    box.append(alt);
  }
  (button ?? shown).replaceWith(box);
}

/** Galleries put the names of their files into the title (`DSC_0123`), or the caption once more. Whole sentences have no blank in Japanese. */
function isSaid(image: HTMLImageElement): boolean {
  const title = image.title.trim();
  const caption = image.closest('figure')?.querySelector('figcaption')?.textContent;
  return (
    /^[\w.()%+-]*\d{3}[\w.()%+-]*$|^\S+\.(?:jpe?g|png|gif|webp)$/i.test(title) || !!caption?.includes(title)
  );
}

/** Webcomics put their last joke into the title, which touch screens never show. */
function addCaption(image: HTMLImageElement): void {
  const caption = document.createElement('small');
  caption.className = 'picture-title';
  caption.textContent = image.title;
  (image.closest('a') ?? whole(image)).after(caption);
  image.removeAttribute('title');
}

/** Makes wide content scroll inside a box of its own, also by keyboard. */
function letScroll(wide: HTMLElement): void {
  if (wide.parentElement?.closest('table, pre')) return;
  const box = document.createElement('div');
  box.className = 'wide-box';
  box.tabIndex = 0;
  // It is scrolled from where the lines begin.
  box.dir = wide.dir;
  wide.replaceWith(box);
  box.append(wide);
}

/** Numbers stand before their list: those of more than two digits or letters would begin beyond the edge of a narrow screen. */
function leaveRoom(list: HTMLOListElement): void {
  const values = [...list.querySelectorAll<HTMLLIElement>(':scope > li[value]')].map(({ value }) => value);
  const numbers = [list.start, list.start + list.childElementCount - 1, ...values];
  const digits = numbers.reduce((most, number) => Math.max(most, String(number).length), 0);
  const letters = /^i$/i.test(list.type) ? longestRoman(Math.max(...numbers.slice(0, 2))) : 0;
  const signs = Math.max(digits, letters);
  // Beside them, a full stop and a space.
  if (signs > 2) list.style.paddingInlineStart = `${signs + 1}ch`;
}

/** How long Roman numbers up to this one become: a few of them are longer than all before. */
function longestRoman(last: number): number {
  return [1, 2, 3, 8, 18, 28, 38, 88, 188].findLastIndex((number) => number <= last) + 1;
}
