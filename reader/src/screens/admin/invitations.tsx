// Invitations: links that each create one account, or reset one password.
import type { FreshInvitation, Invitations as InvitationList } from '@courant/client';
import { useState } from 'preact/hooks';
import { service } from '../../data/service.ts';
import { showToast } from '../../frame/status.ts';
import { useAnswer } from '../../frame/use-answer.ts';
import { longDay } from '../../texts/dates.ts';
import { inOneLine } from '../../texts/in-one-line.ts';
import { t } from '../../texts/translate.ts';
import { useDeed } from '../account/deed.ts';
import { OneFieldForm } from '../account/forms.tsx';
import { Answered, CopyLine, dayOf, LinkButton, Row, useFocusOn } from '../account/parts.tsx';

type Invitation = InvitationList[number];

/** The service's limit (app.courant.admin). */
const maxNoteCharacters = 200;

export function Invitations() {
  const asked = useAnswer((signal) => service.admin.invitations({ signal }), '');
  const [fresh, setFresh] = useState<FreshInvitation>();
  const deed = useDeed();
  const invite = async (note: string): Promise<void> => {
    setFresh(await service.admin.invite(note));
    asked.again();
  };
  const revoke = ({ id }: Invitation): void =>
    deed.run(async () => {
      await service.admin.revokeInvitation(id);
      if (fresh?.id === id) setFresh(undefined);
      asked.again();
      showToast(t('admin.revoked'));
    });
  return (
    <>
      <p class="sub">{t('admin.invitationsHint')}</p>
      <OneFieldForm
        label={t('admin.forWhom')}
        placeholder={t('admin.forExample')}
        maxLength={maxNoteCharacters}
        required={false}
        go={t('admin.makeInvitation')}
        isMain
        deed={deed}
        make={invite}
      />
      {fresh && <Fresh made={fresh} />}
      <Answered asked={asked}>{(invitations) => <List invitations={invitations} revoke={revoke} />}</Answered>
    </>
  );
}

function Fresh({ made }: { made: FreshInvitation }) {
  const heading = useFocusOn(made);
  return (
    <section class="fresh-box" aria-labelledby="fresh-title">
      <h2 id="fresh-title" ref={heading} tabIndex={-1}>
        {t('admin.sendLink')}
      </h2>
      <CopyLine label={t('admin.link')} text={made.link} />
      <p class="note">{t('admin.linkOnce', { date: longDay(Date.parse(made.expires_at)) })}</p>
    </section>
  );
}

interface ListProps {
  invitations: InvitationList;
  revoke: (invitation: Invitation) => void;
}

function List({ invitations, revoke }: ListProps) {
  if (invitations.length === 0) return <p class="note">{t('admin.noInvitations')}</p>;
  return (
    <ul class="plain-list">
      {invitations.map((invitation) => {
        const of = invitation.user_name;
        const title =
          of !== undefined ? t('admin.resetOf', { name: of }) : invitation.note || t('admin.withoutNote');
        return (
          <Row
            key={invitation.id}
            name={title}
            facts={inOneLine(
              t('admin.made', { date: dayOf(invitation.created_at) }),
              t('admin.goodUntil', { date: dayOf(invitation.expires_at) }),
            )}
            actions={
              <LinkButton
                text={t('admin.revoke')}
                label={t('admin.revokeOf', { title })}
                danger
                act={() => revoke(invitation)}
              />
            }
          />
        );
      })}
    </ul>
  );
}
