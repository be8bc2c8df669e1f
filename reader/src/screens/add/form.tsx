// The address of a feed or of a site: what is found there, and following it.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { typedAhead } from '../../frame/asked-for.ts';
import { t } from '../../texts/translate.ts';
import { FoundFeeds } from './found.tsx';
import { address, begin, change, failure, found, isLooking, look } from './wanted.ts';

export function AddForm() {
  // Before anybody can type, so that what they type stays.
  useLayoutEffect(begin, []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (!isLooking.peek()) void look();
  };
  const isFound = found.value.length > 0;
  return (
    <>
      <form onSubmit={submit} aria-busy={isLooking.value}>
        <AddressField />
        {!isFound && (
          // Not `disabled` while it runs, because that would lose the focus.
          <button type="submit" class="b p" aria-disabled={isLooking.value}>
            {isLooking.value ? t('add.looking') : t('add.look')}
          </button>
        )}
      </form>
      {isFound && <FoundFeeds />}
    </>
  );
}

function AddressField() {
  const input = useRef<HTMLInputElement>(null);
  const failed = failure.value;
  useEffect(() => {
    // At /import the focus is not taken: the import is further below.
    if (failed !== '' || location.pathname === '/add') input.current?.focus();
  }, [failed]);
  const focused = (): void => {
    if (typedAhead.peek()) change(address.peek() + typedAhead.peek());
    typedAhead.value = undefined;
  };
  return (
    <div class="field">
      <label for="add-address">{t('add.address')}</label>
      <input
        id="add-address"
        name="url"
        inputMode="url"
        autocapitalize="none"
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
        required
        ref={input}
        value={address.value}
        onFocus={focused}
        onInput={(event) => change(event.currentTarget.value)}
        aria-invalid={failed !== ''}
        aria-describedby={failed === '' ? 'add-hint' : 'add-failure'}
      />
      <small id="add-hint">{t('add.hint')}</small>
      {failed !== '' && (
        <p class="alert" id="add-failure" role="alert">
          {failed}
        </p>
      )}
    </div>
  );
}
