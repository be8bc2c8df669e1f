// Following from elsewhere: a bookmarklet that looks for the feeds of a page, links to feeds, and the installed app.
import { appName } from '../../frame/app-name.ts';
import { t } from '../../texts/translate.ts';

export function FromAnywhere() {
  const hasProtocols = 'registerProtocolHandler' in navigator;
  return (
    <section aria-labelledby="subscribe-title">
      <h2 id="subscribe-title">{t('subscribe.title')}</h2>
      <p class="note" id="bookmarklet-hint">
        {t('subscribe.bookmarkletHint')}
      </p>
      <p class="buttons">
        <Bookmarklet text={t('subscribe.bookmarklet', { name: appName })} />
      </p>
      {hasProtocols && (
        <>
          <p class="note">{t('subscribe.protocolHint')}</p>
          <p class="buttons">
            <button type="button" class="b s" onClick={registerHandler}>
              {t('subscribe.protocol')}
            </button>
          </p>
        </>
      )}
      <p class="note">{t('subscribe.install', { name: appName })}</p>
    </section>
  );
}

/** To be dragged, not pressed: here it would look for the feeds of this page, and our Content-Security-Policy blocks such scripts. */
function Bookmarklet({ text }: { text: string }) {
  const target = JSON.stringify(`${location.origin}/add?url=`);
  return (
    <a
      class="b s"
      href={`javascript:location.href=${target}+encodeURIComponent(location.href)`}
      aria-describedby="bookmarklet-hint"
      onClick={(event) => event.preventDefault()}
    >
      {text}
    </a>
  );
}

/** The browser asks the person. */
function registerHandler(): void {
  navigator.registerProtocolHandler('web+feed', `${location.origin}/add?url=%s`);
}
