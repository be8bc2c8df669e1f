// The palette: a few letters lead to any feed, group or command.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { feedsInOrder, groupsInOrder } from '../data/copy.ts';
import { t } from '../texts/translate.ts';
import { withoutAccents } from '../texts/without-accents.ts';
import { typedAhead } from './asked-for.ts';
import { hasPlace, run } from './commands.ts';
import { ModalDialog } from './dialog.tsx';
import { type Action, actions, shownKey } from './keys.ts';
import { go } from './router.ts';
import { pathOf } from './routes.ts';
import { Spine } from './spine.tsx';

interface Choice {
  key: string;
  title: string;
  feedId?: number;
  hint?: string | undefined;
  act: () => void;
}

/** What is looked for by name in the settings. Not `settings.marking`, which in most languages reads like a command. */
const settings = {
  '/settings': ['settings.theme', 'settings.font', 'settings.size', 'settings.density', 'settings.language'],
  '/settings/keys': ['keys.title'],
  '/settings/account': [
    'account.password',
    'passkeys.title',
    'codes.title',
    'sessions.title',
    'account.delete',
  ],
  '/settings/apps': ['apps.title', 'appPasswords.title'],
  '/import': ['account.transfer'],
} as const;

/** As many as fit without scrolling far: typing one more letter is faster than looking. */
const shownAtMost = 40;

export function Palette({ close }: { close: () => void }) {
  const words = typedAhead.value ?? '';
  const at = useSignal(0);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const found = choicesFor(words);
  const end = (): void => {
    typedAhead.value = undefined;
    close();
  };
  const take = (choice: Choice | undefined): void => {
    end();
    choice?.act();
  };
  const key = (event: KeyboardEvent): void => {
    // These keys belong to an input method that composes, which Safari tells by the key code only.
    if (event.isComposing || event.keyCode === 229) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) at.value = (at.value + step + found.length) % Math.max(1, found.length);
    else if (event.key === 'Enter') take(found[at.value]);
    // Not when the browser tells that it is closed: a key that comes before that would be typed into it.
    else if (event.key === 'Escape') end();
    else return;
    event.preventDefault();
    document.getElementById(`choice-${at.value}`)?.scrollIntoView({ block: 'nearest' });
  };
  const type = (event: Event): void => {
    typedAhead.value = (event.currentTarget as HTMLInputElement).value;
    at.value = 0;
  };
  return (
    <ModalDialog label={t('palette.label')} close={end} class="palette" isBare>
      <input
        ref={input}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="choices"
        aria-activedescendant={found.length > 0 ? `choice-${at.value}` : undefined}
        aria-label={t('palette.label')}
        placeholder={t('palette.placeholder')}
        autocomplete="off"
        spellcheck={false}
        value={words}
        onInput={type}
        onKeyDown={key}
      />
      <div id="choices" role="listbox" aria-label={t('palette.label')}>
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, as with any combobox
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, as with any combobox
          <div
            key={choice.key}
            id={`choice-${index}`}
            role="option"
            class="choice"
            aria-selected={index === at.value}
            onClick={() => take(choice)}
          >
            {choice.feedId !== undefined && <Spine feedId={choice.feedId} />}
            <span class="t" dir="auto">
              {choice.title}
            </span>
            {choice.hint && <kbd>{choice.hint}</kbd>}
          </div>
        ))}
        {found.length === 0 && <p class="note">{t('palette.none')}</p>}
      </div>
    </ModalDialog>
  );
}

function choicesFor(words: string): Choice[] {
  const all: Choice[] = [
    ...feedsInOrder.value.map(({ id, title }) => ({
      key: `feed-${id}`,
      title,
      feedId: id,
      act: () => go(pathOf({ kind: 'feed', id })),
    })),
    ...groupsInOrder.value.map(({ id, title }) => ({
      key: `group-${id}`,
      title,
      act: () => go(pathOf({ kind: 'group', id })),
    })),
    ...(Object.keys(actions) as Action[]).filter(hasPlace).map((action) => ({
      key: action,
      title: t(`keys.${action}`),
      hint: shownKey(action),
      act: () => void run(action),
    })),
    ...Object.entries(settings).flatMap(([path, texts]) =>
      texts.map((text) => ({ key: text, title: t(text), act: () => go(path) })),
    ),
  ];
  const found = all
    .map((choice) => ({ choice, worth: worthOf(choice.title, words) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, shownAtMost)
    .map(({ choice }) => choice);
  if (words.trim() === '') return found;
  const search = pathOf({ kind: 'search', words: words.trim() });
  return [...found, { key: 'search', title: t('palette.searchFor', { words }), act: () => go(search) }];
}

/** Best is the beginning of the title, then that of a word, then anywhere, then the letters in their order. */
function worthOf(title: string, words: string): number {
  const text = withoutAccents(title);
  const wanted = withoutAccents(words);
  if (wanted === '' || text.startsWith(wanted)) return 4;
  if (text.includes(` ${wanted}`)) return 3;
  if (text.includes(wanted)) return 2;
  let from = 0;
  for (const letter of wanted) {
    from = text.indexOf(letter, from) + 1;
    if (from === 0) return 0;
  }
  return 1;
}
