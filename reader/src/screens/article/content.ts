// Makes the text of an item ready to be read: pictures, tables, embeds, footnotes.
import { t } from '../../texts/translate.ts';
import { fragmentOf } from '../../trusted.ts';
import { makeFacades } from './embeds.ts';
import { tieFootnotes } from './footnotes.ts';

/** A piece of a document, ready to be put into the page. `hasTitle`: it begins with the title, which the page has already. */
export function prepareContent(sanitisedHtml: string, hasTitle: boolean): DocumentFragment {
  const content = fragmentOf(sanitisedHtml);
  if (hasTitle) content.querySelector('h1, h2, h3, h4, h5, h6')?.remove();
  lowerHeadings(content);
  for (const image of content.querySelectorAll('img')) preparePicture(image);
  for (const wide of content.querySelectorAll('table, pre')) letScroll(wide);
  for (const link of content.querySelectorAll('a')) link.rel = 'noopener noreferrer';
  makeFacades(content);
  tieFootnotes(content);
  return content;
}

/** The title of the article is the h1: headings of the text begin below it. */
function lowerHeadings(content: DocumentFragment): void {
  const headings = [...content.querySelectorAll('h1, h2, h3, h4, h5, h6')];
  const highest = Math.min(...headings.map(({ tagName }) => Number(tagName[1])));
  let last = 1;
  for (const heading of headings) {
    // One step down at a time, so that nobody who goes by headings misses a level.
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
  image.loading = 'lazy';
  image.decoding = 'async';
  if (!image.hasAttribute('alt')) image.alt = '';
  image.addEventListener('error', () => replaceBroken(image), { once: true });
  if (image.title && image.title !== image.alt) addCaption(image);
  // A picture that leads somewhere keeps its way; all others are enlarged.
  if (image.closest('a')) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'picture';
  button.setAttribute(
    'aria-label',
    image.alt ? `${t('article.enlarge')}: ${image.alt}` : t('article.enlarge'),
  );
  image.replaceWith(button);
  button.append(image);
}

/** What it would have shown is said in a calm box, instead of the browser's torn leaf. */
function replaceBroken(image: HTMLImageElement): void {
  const box = document.createElement('span');
  box.className = 'no-picture';
  box.textContent = t('article.noPicture');
  if (image.alt) {
    const alt = document.createElement('small');
    alt.textContent = image.alt;
    box.append(alt);
  }
  (image.closest('.picture') ?? image).replaceWith(box);
}

/** Webcomics say their last word in the title, which touch screens never show. */
function addCaption(image: HTMLImageElement): void {
  const caption = document.createElement('small');
  caption.className = 'picture-title';
  caption.textContent = image.title;
  (image.closest('a') ?? image).after(caption);
  image.removeAttribute('title');
}

/** What is wide scrolls inside itself, also by the keys. */
function letScroll(wide: Element): void {
  if (wide.parentElement?.closest('table, pre')) return;
  const box = document.createElement('div');
  box.className = 'wide-box';
  box.tabIndex = 0;
  wide.replaceWith(box);
  box.append(wide);
}
