// One-time codes: turned on with an app that shows them, and the recovery codes for when the phone is lost.
import type { NewCodes, SignInFacts } from '@courant/client';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { Alert } from '../../frame/alert.tsx';
import { showToast } from '../../frame/status.ts';
import { longDay } from '../../texts/dates.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from './deed.ts';
import { DeedButtons, Input, submitting } from './forms.tsx';
import { CopyLine, useFocusBack } from './parts.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  facts: SignInFacts;
  again: () => void;
}

export function Codes({ facts, again }: Props) {
  const [pending, setPending] = useState<NewCodes>();
  const [recovery, setRecovery] = useState<readonly string[]>();
  const button = useFocusBack(pending !== undefined || recovery !== undefined);
  const keep = (codes: readonly string[]): void => {
    setPending(undefined);
    setRecovery(codes);
    again();
  };
  return (
    <section aria-labelledby="codes-title">
      <h2 id="codes-title">{t('codes.title')}</h2>
      {pending ? (
        <Enrolment codes={pending} done={keep} close={() => setPending(undefined)} />
      ) : facts.codes_since === undefined ? (
        <Off button={button} begun={setPending} />
      ) : (
        <On button={button} facts={facts} since={facts.codes_since} again={again} renewed={keep} />
      )}
      {recovery && <RecoveryCodes codes={recovery} close={() => setRecovery(undefined)} />}
    </section>
  );
}

interface OffProps {
  button: RefObject<HTMLButtonElement>;
  begun: (codes: NewCodes) => void;
}

function Off({ button, begun }: OffProps) {
  const { run, failure, isBusy } = useDeed();
  return (
    <>
      <p class="note">{t('codes.off')}</p>
      <Alert words={failure} />
      <button
        ref={button}
        type="button"
        class="b s"
        aria-disabled={isBusy}
        onClick={() => run(async () => begun(await service.account.codes.begin()))}
      >
        {t('codes.turnOn')}
      </button>
    </>
  );
}

interface OnProps extends Props, Pick<OffProps, 'button'> {
  since: string;
  renewed: (codes: readonly string[]) => void;
}

function On({ button, facts, since, again, renewed }: OnProps) {
  const { run, failure } = useDeed();
  const renew = (): void => run(async () => renewed(await service.account.codes.renewRecoveryCodes()));
  const turnOff = (): void =>
    run(async () => {
      await service.account.codes.remove();
      again();
      showToast(t('codes.areOff'));
    });
  return (
    <>
      <p class="note">
        {t('codes.since', { date: longDay(Date.parse(since)) })}{' '}
        {t('codes.left', { count: facts.recovery_codes_left })}
      </p>
      <Alert words={failure} />
      <div class="buttons">
        <button ref={button} type="button" class="b s" onClick={renew}>
          {t('codes.renew')}
        </button>
        <button type="button" class="b danger" onClick={turnOff}>
          {t('codes.turnOff')}
        </button>
      </div>
    </>
  );
}

interface EnrolmentProps {
  codes: NewCodes;
  done: (recovery: readonly string[]) => void;
  close: () => void;
}

function Enrolment({ codes: { secret, uri, qr }, done, close }: EnrolmentProps) {
  const { run, failure, isBusy } = useDeed();
  const submit = submitting((typed) =>
    run(async () => done(await service.account.codes.confirm(typed('code')))),
  );
  return (
    <div class="enrolment">
      {qr && <QrCode {...qr} />}
      <form onSubmit={submit} aria-busy={isBusy}>
        <p class="note">
          {t('codes.scan')} <a href={uri}>{t('codes.openThere')}</a>
        </p>
        <CopyLine label={t('codes.key')} text={secret.match(/.{1,4}/g)?.join(' ') ?? secret} />
        <Input
          name="code"
          label={t('codes.code')}
          autocomplete="one-time-code"
          inputMode="numeric"
          aria-invalid={failure !== ''}
          takesFocus
        />
        <Alert words={failure} />
        <DeedButtons go={t('codes.turnOn')} isHarmless isBusy={isBusy} cancel={close} />
      </form>
    </div>
  );
}

/** On white in both themes: not every app reads light on dark. ISO/IEC 18004 §5.3.8 requires the margin of 4. */
function QrCode({ size, path }: { size: number; path: string }) {
  const side = size + 8;
  return (
    <svg class="qr" viewBox={`-4 -4 ${side} ${side}`} role="img" aria-label={t('codes.qr')}>
      <rect x="-4" y="-4" width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
