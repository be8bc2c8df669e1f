// Keys: which key runs which action, and when keys are left to the browser.
import { signal } from '@preact/signals';
import { settings } from '../data/settings.ts';
import { t } from '../texts/translate.ts';
import { openDialog, typedAhead } from './asked-for.ts';

/** Each action with its default keys: `g u` is one after the other, `mod+k` Control or Command. The text `keys.next` describes the action `next`. */
export const actions = {
  next: ['j'],
  previous: ['k'],
  nextOnly: ['n'],
  previousOnly: ['p'],
  scroll: [' '],
  scrollBack: ['shift+ '],
  open: ['o', 'Enter'],
  close: ['Escape'],
  original: ['v'],
  originalBehind: ['b'],
  toggleRead: ['m'],
  star: ['s', 'f'],
  markAll: ['A'],
  markAbove: ['K'],
  markBelow: ['O'],
  undo: ['z', 'mod+z'],
  fullText: ['d'],
  comments: ['c'],
  refresh: ['r'],
  menu: ['.'],
  goUnread: ['g u'],
  goStarred: ['g s'],
  goEverything: ['g a'],
  goFeed: ['g f', 'mod+k'],
  goHistory: ['g h'],
  goSettings: ['g ,'],
  goManage: ['g m'],
  about: ['i'],
  top: ['g g'],
  end: ['G'],
  nextFeed: ['N'],
  previousFeed: ['P'],
  search: ['/'],
  add: ['a', '+'],
  zen: ['F'],
  side: ['['],
  hideRead: ['H'],
  foldAll: ['-'],
  help: ['?'],
} as const satisfies Record<string, readonly string[]>;

export type Action = keyof typeof actions;

/** The first key of a pair that waits for its second, to be shown. */
export const chord = signal<string | undefined>(undefined);

/** How long the first key of a pair waits: long enough to find the second. */
const chordMs = 1_200;

export function keysOf(action: Action): readonly string[] {
  return settings.value.keys[action] ?? actions[action];
}

/** Without those that are switched off. */
function workingKeysOf(action: Action): readonly string[] {
  const { singleKeys } = settings.value;
  return keysOf(action).filter((key) => singleKeys || key === 'Escape' || key.startsWith('mod+'));
}

/** The first key of an action that works, as people read it; undefined if none does, and on a touch screen. */
export function shownKey(action: Action): string | undefined {
  const [key] = workingKeysOf(action);
  return key === undefined || matchMedia('(hover: none)').matches ? undefined : keyName(key);
}

/** For tooltips: "Star (s)". */
export function withKey(text: string, action: Action): string {
  const key = shownKey(action);
  return key === undefined ? text : `${text} (${key})`;
}

/** In the syntax of `aria-keyshortcuts`, which cannot express a pair of keys. */
export function ariaKeys(action: Action): string | undefined {
  const keys = workingKeysOf(action).filter((key) => !/\S \S/.test(key));
  const names = keys.map((key) =>
    key
      .replace('mod+', 'Control+')
      .replace(/ $/, 'Space')
      .replace(/^[A-Z]$/, (letter) => `Shift+${letter}`),
  );
  return names.length === 0 ? undefined : names.join(' ');
}

/** A key as people read it. */
export function keyName(key: string): string {
  const isMac = /Mac|iP/.test(navigator.platform);
  return key
    .replace('mod+', isMac ? '⌘' : `${t('keys.control')} `)
    .replace('shift+', '⇧')
    .replace(/^([A-Z])$/, '⇧$1')
    .replace(/ $/, t('keys.space'))
    .replace('Enter', '⏎')
    .replace('Escape', 'Esc');
}

/** The second keys of the pairs that begin with a key. */
export function keysAfter(first: string): string[] {
  return (Object.keys(actions) as Action[])
    .flatMap(keysOf)
    .filter((key) => key.length > 2 && key.startsWith(`${first} `))
    .map((key) => key.slice(first.length + 1));
}

/** Listens for keys and calls `run` with their actions; it returns false when there is nothing to do. */
export function startKeys(run: (action: Action) => boolean): void {
  let first: { key: string; until: number } | undefined;
  const isTaken = (event: KeyboardEvent, action: Action): boolean => isHeldFor(event, action) || run(action);
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || isOthers(event)) return;
    if (typedAhead.peek() !== undefined) return typeAhead(event);
    // The first key of a pair, held down.
    if (event.repeat && first) return;
    const now = event.timeStamp;
    const before = first && now < first.until ? `${first.key} ` : '';
    first = undefined;
    chord.value = undefined;
    const names = namesOf(event).map((name) => before + name);
    const action = (Object.keys(actions) as Action[]).find((each) =>
      keysOf(each).some((key) => names.includes(key)),
    );
    if (action) {
      if (isAllowed(event) && isTaken(event, action)) event.preventDefault();
      return;
    }
    const beginning = names.find((name) => keysAfter(name).length > 0);
    if (beginning === undefined || !isAllowed(event)) return;
    first = { key: beginning, until: now + chordMs };
    chord.value = beginning;
    setTimeout(() => {
      if (first?.key === beginning && performance.now() >= first.until) chord.value = undefined;
    }, chordMs + 20);
  });
}

/** While a key is held down only moving goes on. Anything else would be done and undone in turn, or to everything. */
function isHeldFor({ repeat }: KeyboardEvent, action: Action): boolean {
  return repeat && !/^(next|previous|scroll)/.test(action);
}

/** Keys belong to a field also while its code is loaded. */
function typeAhead(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return;
  if (key === 'Escape') openDialog.value = typedAhead.value = undefined;
  else if (key === 'Backspace') typedAhead.value = typedAhead.peek()?.slice(0, -1);
  else if (key.length === 1) typedAhead.value += key;
  else if (key !== 'Enter') return;
  event.preventDefault();
}

/** The signs of our keys where a Latin keyboard has them, without the shift key and with it. */
const signsAt: Readonly<Record<string, string>> = {
  BracketLeft: '[{',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
};

/** The pressed key as `actions` writes it: its character and, for other scripts, the Latin letter or sign at its position. */
export function namesOf(event: KeyboardEvent): string[] {
  const { key, code } = event;
  const mod = event.metaKey || event.ctrlKey ? 'mod+' : '';
  const signs = [withoutCapsLock(event)];
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const pair = letter ? letter.toLowerCase() + letter : signsAt[code];
  // A keyboard of another script has none of these: there the position of the key counts.
  if (pair && !/^(?:[\x20-\x7e\p{sc=Latn}]|Dead)$/u.test(key)) signs.push(pair[Number(event.shiftKey)] ?? '');
  return signs.map((sign) => (sign === ' ' && event.shiftKey ? 'shift+ ' : mod + sign));
}

/** With Caps Lock on, `a` must not become `A`, which marks everything read. */
function withoutCapsLock({ key, shiftKey }: KeyboardEvent): string {
  if (!/^[a-z]$/i.test(key)) return key;
  return shiftKey ? key.toUpperCase() : key.toLowerCase();
}

/** Escape and keys with Control or Command work even when single keys are switched off (WCAG 2.1.4). */
function isAllowed(event: KeyboardEvent): boolean {
  return settings.peek().singleKeys || event.ctrlKey || event.metaKey || event.key === 'Escape';
}

/** Whether a key belongs to what has the focus. Escape leaves a field. */
function isOthers(event: KeyboardEvent): boolean {
  if (event.altKey) return true;
  const target = event.target as HTMLElement | null;
  if (!target?.closest) return false;
  // A dialog or a menu gets all keys.
  if (target.closest('dialog[open], :popover-open')) return true;
  if (target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]')) {
    // Safari tells by the key code only that it belongs to an input method.
    if (event.key === 'Escape' && event.keyCode !== 229) target.blur();
    return true;
  }
  // Enter belongs to the button or link that has the focus. The space bar does nothing on a link, such as the row that was clicked.
  const isPress = typedAhead.peek() === undefined && (event.key === 'Enter' || event.key === ' ');
  const pressed = isPress && target.closest('button, a, summary, audio, video, label');
  return !!pressed && (event.key === 'Enter' || !pressed.matches('a'));
}
