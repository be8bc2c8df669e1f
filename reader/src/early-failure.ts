// Deals with files that do not arrive: without the program the page would stay blank. It is inlined in the shell: keep it small.
import type { Language } from './texts/choice.ts';
import { notLoaded } from './texts/not-loaded.ts';

/** Twice as long after each failure. */
let pauseMs = 1_000;

/** Of all that is loaded, only the program is an element for a script: parts of it that come later say so themselves (`lazily.tsx`). */
export function watchForFailure(): void {
  const failed = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement) say();
    if (target instanceof HTMLLinkElement && target.id === 'rest') {
      setTimeout(() => target.replaceWith(target.cloneNode()), pauseMs);
      pauseMs *= 2;
    }
  };
  // Such an event does not bubble.
  addEventListener('error', failed, true);
}

function say(): void {
  const [what, again] = notLoaded[document.documentElement.lang as Language];
  const main = document.createElement('main');
  const button = document.createElement('button');
  main.className = 'mid';
  main.append(document.createElement('h1'), button);
  main.firstElementChild?.append(what);
  button.className = 'b s';
  button.append(again);
  button.onclick = () => location.reload();
  document.getElementById('reader')?.replaceChildren(main);
}
