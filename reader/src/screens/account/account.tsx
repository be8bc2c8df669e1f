// The account: who is signed in, how one signs in, and where.
import { service } from '../../data/service.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { t } from '../../texts/translate.ts';
import { Codes } from './codes.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { me } from './me.ts';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { Sessions } from './sessions.tsx';
import { SignOut } from './sign-out.tsx';

export function Account() {
  const asked = useAnswer((signal) => service.account.signInFacts({ signal }), '');
  return (
    <>
      <div class="who">
        <span class="initial" aria-hidden="true">
          {[...(me.value?.name ?? '')][0]?.toLocaleUpperCase()}
        </span>
        <span class="what">
          <b dir="auto">{me.value?.name}</b>
          <small dir="ltr">{location.host}</small>
        </span>
        <SignOut />
      </div>
      <Password />
      <Passkeys asked={asked} />
      {asked.answer && <Codes facts={asked.answer} again={asked.again} />}
      <Sessions />
      <section aria-labelledby="data-title">
        <h2 id="data-title">{t('account.data')}</h2>
        <div class="buttons">
          <a class="b s" href="/import">
            {t('account.transfer')}
          </a>
          <a class="b s" href="/add">
            {t('subscribe.title')}
          </a>
          <a class="b s" href="/history">
            {t('history.title')}
          </a>
        </div>
      </section>
      <DeleteAccount />
    </>
  );
}
