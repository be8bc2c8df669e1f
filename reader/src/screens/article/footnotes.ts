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
    const { left, bottom } = button.getBoundingClientRect();
    box.togglePopover();
    box.style.left = `${Math.max(12, Math.min(left - 40, innerWidth - box.offsetWidth - 12))}px`;
    box.style.top = `${Math.min(bottom + 6, innerHeight - box.offsetHeight - 12)}px`;
  });
  const both = document.createElement('span');
  both.append(button, box);
  both.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !box.matches(':popover-open')) return;
    event.preventDefault();
    box.hidePopover();
  });
  return both;
}
