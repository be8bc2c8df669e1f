// What a person has chosen for this browser. Kept in localStorage, because it is needed before the first paint.
import { computed, effect, signal } from '@preact/signals';
import type { Filter, Order } from './stream.ts';

export interface Settings {
  theme: 'system' | 'light' | 'dark' | 'sepia' | 'black';
  /** Empty: that of the browser. */
  language: string;
  font: 'serif' | 'sans' | 'system' | 'legible';
  /** Steps from the usual size. */
  size: -2 | -1 | 0 | 1 | 2;
  width: 'narrow' | 'usual' | 'wide';
  lineHeight: 'tight' | 'usual' | 'loose';
  /** Of the rows in a list. */
  density: 'usual' | 'compact';
  /** Seconds until an opened item counts as read; -1: never by itself. */
  markReadAfter: 0 | 2 | -1;
  /** Whether rows that have left a list upwards count as read. */
  markOnScroll: boolean;
  /** Whether keys without a modifier do something (WCAG 2.1.4). */
  singleKeys: boolean;
  /** Keys that the person has given to actions, instead of the usual ones. */
  keys: Record<string, string[]>;
  /** Of each stream, by `keyOf`. */
  orders: Record<string, Order>;
  filters: Record<string, Filter>;
  /** Widths of the panes in pixels. */
  panes: { side: number; list: number };
  /** Ids of the groups that are collapsed. */
  folded: number[];
  /** Whether feeds and groups with nothing unread are left out of the sidebar. */
  hidesRead: boolean;
  /** Of the player; the usual one if it was never changed. */
  speed?: number;
}

const usual: Settings = {
  theme: 'system',
  language: '',
  font: 'serif',
  size: 0,
  width: 'usual',
  lineHeight: 'usual',
  density: 'usual',
  markReadAfter: 0,
  markOnScroll: false,
  singleKeys: true,
  keys: {},
  orders: {},
  filters: {},
  panes: { side: 236, list: 392 },
  folded: [],
  hidesRead: false,
};

let name = 'settings';

export const settings = signal<Settings>(asKept(usual));

export function change(changes: Partial<Settings>): void {
  settings.value = { ...settings.peek(), ...changes };
  try {
    // Another page of this browser may have chosen something else meanwhile, which does not hold for what is open here (`follow-settings.ts`).
    localStorage.setItem(name, JSON.stringify({ ...asKept(), ...changes }));
  } catch {
    // A browser that keeps nothing: the choice holds until the page is closed, and what was kept before is not read again.
    name = '';
  }
}

/** Writes what the style sheet and the pages of the service read. */
export function applySettings(): void {
  effect(() => {
    const { theme, font, size, width, lineHeight, density, panes } = settings.value;
    const root = document.documentElement;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    Object.assign(root.dataset, { font, size: String(size), width, lineHeight, density });
    root.style.setProperty('--side-chosen', `${panes.side}px`);
    root.style.setProperty('--list-chosen', `${panes.list}px`);
  });
  const language = computed(() => settings.value.language);
  effect(() => tellLanguage(language.value));
}

/** Pages that the service renders cannot read localStorage: for them the language is in a cookie, with the longest possible lifetime. */
function tellLanguage(language: string): void {
  const days = language ? 400 : 0;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not there on addresses without encryption
  document.cookie = `language=${language}; Path=/; SameSite=Lax; Max-Age=${days * 86_400}${secure}`;
}

/** As they are kept: another page of this browser may have chosen something since. */
export function asKept(otherwise: Settings = settings.peek()): Settings {
  try {
    // Null, if there is nothing, is read as null, which adds nothing.
    return { ...otherwise, ...JSON.parse(localStorage.getItem(name) as string) };
  } catch {
    return otherwise;
  }
}
