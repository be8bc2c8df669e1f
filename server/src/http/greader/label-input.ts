// Titles of labels and feeds as apps send them, checked by the same rules as everywhere else.
import { maxTitleCharacters } from '@courant/protocol';
import { Refusal } from '../../model/refusal.ts';
import { labelOf } from './stream-names.ts';

/** Labels that one call puts on, takes off or removes: people choose one or two. Each costs some queries in which nobody else is answered. */
const MOST_LABELS = 100;

/** The title in a label's name. Throws Refusal `invalid`. */
export function readLabel(name: string, action: string): string {
  const title = labelOf(name);
  if (title === undefined || title === '') {
    throw new Refusal('invalid', `Cannot ${action}: a label is named user/-/label/ and its title`);
  }
  return requireTitle(title, action);
}

/** The titles in those names that are labels, each once; other names mean nothing for a feed. Throws Refusal `invalid` and `too-large`. */
export function readLabels(names: readonly string[], action: string): string[] {
  const titles = [...new Set(names.flatMap((name) => labelOf(name) || []))];
  requireFew(titles, action);
  return titles.map((title) => requireTitle(title, action));
}

/** The same for names that must all be labels: throws Refusal `invalid` for another one. */
export function readOnlyLabels(names: readonly string[], action: string): string[] {
  const each = [...new Set(names)];
  requireFew(each, action);
  return each.map((name) => readLabel(name, action));
}

function requireFew(labels: readonly string[], action: string): void {
  if (labels.length <= MOST_LABELS) return;
  throw new Refusal(
    'too-large',
    `Cannot ${action}: it names ${labels.length} labels, must be at most ${MOST_LABELS}`,
  );
}

export function requireTitle(title: string, action: string): string {
  const trimmed = title.trim();
  if (trimmed.includes('\0')) throw new Refusal('invalid', `Cannot ${action}: title has a NUL character`);
  if ([...trimmed].length > maxTitleCharacters) {
    throw new Refusal('invalid', `Cannot ${action}: title is longer than ${maxTitleCharacters} characters`);
  }
  return trimmed;
}
