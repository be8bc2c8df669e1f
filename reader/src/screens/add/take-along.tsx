// Export: the feeds for any other reader, or everything for another Courant.
import { useSignal } from '@preact/signals';
import { Icon } from '../../frame/icons.tsx';
import { t } from '../../texts/translate.ts';

/** Downloaded by the browser itself, so that a whole account need not fit into the memory of the page. */
const addresses = {
  opml: '/api/app.courant.transfer/v1/opml',
  account: '/api/app.courant.transfer/v1/account',
};

export function TakeAlong() {
  const withTexts = useSignal(false);
  return (
    <section aria-labelledby="export-title">
      <h2 id="export-title">{t('export.title')}</h2>
      <p class="note">{t('export.hint')}</p>
      <p class="buttons">
        <a class="b s" href={addresses.opml} download="feeds.opml">
          <Icon name="download" />
          {t('export.opml')}
        </a>
        <a class="b s" href={`${addresses.account}?content=${withTexts.value}`} download="account.jsonl">
          <Icon name="download" />
          {t('export.account')}
        </a>
      </p>
      <label class="opt">
        <input
          type="checkbox"
          checked={withTexts.value}
          onChange={(event) => {
            withTexts.value = event.currentTarget.checked;
          }}
        />
        <span>{t('export.texts')}</span>
      </label>
    </section>
  );
}
