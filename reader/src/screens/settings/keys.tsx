// The settings of keys: single keys on or off, and other keys for actions.
import { useLayoutEffect, useState } from 'preact/hooks';
import { change, settings } from '../../data/settings.ts';
import { KeySets } from '../../frame/key-set.tsx';
import { type Action, actions, keyName, keysOf, namesOf } from '../../frame/keys.ts';
import { say } from '../../frame/status.ts';
import { t } from '../../texts/translate.ts';
import { Switch } from './pick.tsx';
import { keysWith, objectionTo } from './remap.ts';

export function Keys() {
  const [waiting, setWaiting] = useState<Action>();
  const { singleKeys, keys } = settings.value;
  return (
    <>
      <p class="sub">{t('keys.hint')}</p>
      <Switch
        label={t('keys.single')}
        hint={t('keys.singleHint')}
        isOn={singleKeys}
        onSwitch={(isOn) => change({ singleKeys: isOn })}
      />
      <ul class="plain-list key-list">
        {(Object.keys(actions) as Action[]).map((action) => (
          <KeyRow
            key={action}
            action={action}
            isWaiting={waiting === action}
            wait={(isWaiting) => setWaiting(isWaiting ? action : undefined)}
          />
        ))}
      </ul>
      {Object.keys(keys).length > 0 && (
        <p class="after">
          <button type="button" class="b s" onClick={resetAll}>
            {t('keys.resetAll')}
          </button>
        </p>
      )}
    </>
  );
}

interface RowProps {
  action: Action;
  isWaiting: boolean;
  wait: (isWaiting: boolean) => void;
}

function KeyRow({ action, isWaiting, wait }: RowProps) {
  const name = t(`keys.${action}`);
  const problem = useNextKey(action, { isWaiting, done: () => wait(false) });
  const isRemapped = Object.hasOwn(settings.value.keys, action);
  return (
    <li class={isWaiting ? 'is-waiting' : ''}>
      <span class="what">
        {name}
        {isWaiting && <small>{problem === '' ? t('keys.pressHint') : problem}</small>}
      </span>
      <span>
        {keysOf(action).length === 0 ? (
          <span class="note">{t('keys.none')}</span>
        ) : (
          <KeySets action={action} />
        )}
      </span>
      <span class="end-side">
        {isRemapped && !isWaiting && (
          <button
            type="button"
            class="link"
            aria-label={t('keys.resetOf', { action: name })}
            onClick={({ currentTarget }) => {
              // This button goes; the one beside it stays.
              (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
              reset(action);
            }}
          >
            {t('keys.reset')}
          </button>
        )}
        <button
          type="button"
          class="link"
          aria-label={isWaiting ? undefined : t('keys.changeOf', { action: name })}
          onClick={() => wait(!isWaiting)}
          onBlur={() => isWaiting && wait(false)}
        >
          {isWaiting ? t('keys.press') : t('keys.change')}
        </button>
      </span>
    </li>
  );
}

/** Gives the next key that is pressed to the action. Returns why a key was not possible, until another is. */
function useNextKey(action: Action, { isWaiting, done }: { isWaiting: boolean; done: () => void }): string {
  const [problem, setProblem] = useState('');
  // A layout effect, so that the page listens as soon as it says that it waits: no key is lost or still runs its old action.
  useLayoutEffect(() => {
    if (!isWaiting) return;
    setProblem('');
    const pressed = (event: KeyboardEvent): void => {
      if (/^(?:Shift|Control|Alt|AltGraph|Meta|Tab)$/.test(event.key)) return;
      // Nothing else gets the key: neither the focused button, nor the action that has it.
      event.preventDefault();
      event.stopImmediatePropagation();
      const words = give(namesOf(event).at(-1) ?? '', action);
      setProblem(words);
      if (words === '') done();
      else say(words);
    };
    addEventListener('keydown', pressed, { capture: true });
    return () => removeEventListener('keydown', pressed, { capture: true });
  }, [isWaiting]);
  return problem;
}

/** Escape cancels, Backspace or Delete removes the key. Returns why a key cannot be given, or '' when it is done. */
function give(key: string, action: Action): string {
  if (key === 'Escape') return '';
  const given = key === 'Backspace' || key === 'Delete' ? undefined : key;
  const objection = given === undefined ? undefined : objectionTo(given, action);
  if (objection?.kind === 'taken')
    return t('keys.taken', { key: keyName(key), action: t(`keys.${objection.by}`) });
  if (objection)
    return t(objection.kind === 'begins' ? 'keys.begins' : 'keys.unusable', { key: keyName(key) });
  change({ keys: { ...settings.peek().keys, [action]: keysWith(action, given) } });
  say(`${t(`keys.${action}`)}: ${given === undefined ? t('keys.none') : keyName(given)}`);
  return '';
}

function resetAll(): void {
  // Its button goes; the last one before it stays.
  document.querySelector<HTMLElement>('.key-list li:last-child button:last-child')?.focus();
  change({ keys: {} });
}

function reset(action: Action): void {
  const { [action]: _, ...others } = settings.peek().keys;
  change({ keys: others });
}
