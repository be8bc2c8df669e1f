// Footnotes: the sanitiser leaves no ids, so marks and notes are matched by their numbers, and a mark shows its note in place.
import { t } from '../../texts/translate.ts';

/** Connects each mark with its note: the mark shows the note beside it, and the note's arrow leads back. */
export function tieFootnotes(content: DocumentFragment): void {
  const notes = notesIn(content);
  if (notes.size === 0) return;
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a')) {
    const number = numberOf(link);
    const note = number === undefined ? undefined : notes.get(number);
    if (note && !note.contains(link)) link.replaceWith(markFor(link, note));
  }
}

/** The notes: list items with a link back to the text. */
function notesIn(content: DocumentFragment): Map<number, HTMLElement> {
  const notes = new Map<number, HTMLElement>();
  for (const list of content.querySelectorAll('ol')) {
    for (const [index, item] of [...list.children].entries()) {
      const back = [...item.querySelectorAll('a')].find((link) => isWayBack(link));
      if (back) notes.set(list.start + index, item as HTMLElement);
    }
  }
  return notes;
}

function isWayBack(link: HTMLAnchorElement): boolean {
  return (
    /^(?:[\s↩⤴↑^]|\u{FE0E}|\u{FE0F})+$|^back$/iu.test(link.textContent ?? '') ||
    /#.*(fnref|ref)/i.test(link.href)
  );
}

function numberOf(link: HTMLAnchorElement): number | undefined {
  const number = /^\s*[[(]?(\d{1,3})[\])]?\s*$/.exec(link.textContent ?? '')?.[1];
  return number !== undefined && link.hash !== '' ? Number(number) : undefined;
}

function markFor(link: HTMLAnchorElement, note: HTMLElement): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'footnote-mark';
  button.textContent = link.textContent;
  button.setAttribute('aria-label', `${t('article.footnote')} ${link.textContent}`);
  const box = document.createElement('span');
  box.className = 'footnote';
  box.popover = 'auto';
  button.addEventListener('click', () => {
    if (box.childNodes.length === 0) {
      box.append(...note.cloneNode(true).childNodes);
      for (const back of box.querySelectorAll('a')) if (isWayBack(back)) back.remove();
    }
    box.togglePopover();
    place(box, button);
  });
  followMark(box, button);
  const both = document.createElement('span');
  both.append(button, box);
  both.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !box.matches(':popover-open')) return;
    event.preventDefault();
    box.hidePopover();
  });
  return both;
}

/** Below its mark, and within the window. */
function place({ style, offsetWidth, offsetHeight }: HTMLElement, mark: HTMLElement): void {
  const { left, bottom } = mark.getBoundingClientRect();
  style.left = `${Math.max(12, Math.min(left - 40, innerWidth - offsetWidth - 12))}px`;
  style.top = `${Math.min(bottom + 6, innerHeight - offsetHeight - 12)}px`;
}

/** While it is open, a note goes along with its mark, and closes where that is out of sight. */
function followMark(box: HTMLElement, mark: HTMLElement): void {
  const follow = (): void => {
    const seen = mark.closest('.article-scroll')?.getBoundingClientRect();
    const { top, bottom } = mark.getBoundingClientRect();
    // One that was taken out of the page tells nobody.
    if (!seen) listen(false);
    else if (bottom < seen.top || top > seen.bottom) box.hidePopover();
    else place(box, mark);
  };
  const listen = (does: boolean): void => {
    for (const event of ['scroll', 'resize'])
      does ? addEventListener(event, follow, true) : removeEventListener(event, follow, true);
  };
  box.addEventListener('beforetoggle', ({ newState }) => listen(newState === 'open'));
}
