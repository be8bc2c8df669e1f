// Presents the answers of the extension app.courant.admin.
import type * as wire from '@courant/protocol';
import type { FreshInvitation } from '../../accounts/invitations.ts';
import { toIso } from '../../clock.ts';
import type { InstanceState } from '../../library/instance.ts';
import type { Invitation } from '../../model/invitation.ts';
import type { Account } from '../../model/user.ts';

export function presentAccount(account: Account): wire.Accounts[number] {
  const { disabledAt, seenAt } = account;
  return {
    id: account.id,
    name: account.name,
    is_admin: account.isAdmin,
    created_at: toIso(account.createdAt),
    ...(disabledAt === undefined ? {} : { disabled_at: toIso(disabledAt) }),
    ...(seenAt === undefined ? {} : { last_seen_at: toIso(seenAt) }),
    feed_count: account.feedCount,
    uses_codes: account.usesCodes,
    passkey_count: account.passkeyCount,
  };
}

export function presentInvitation(invitation: Invitation): wire.Invitations[number] {
  const { id, userId, userName, note, createdAt, expiresAt } = invitation;
  return {
    id,
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(userName === undefined ? {} : { user_name: userName }),
    note,
    created_at: toIso(createdAt),
    expires_at: toIso(expiresAt),
  };
}

export function presentFreshInvitation({ invitation, link }: FreshInvitation): wire.FreshInvitation {
  return { ...presentInvitation(invitation), link };
}

export function presentInstanceState(state: InstanceState, version: string): wire.InstanceState {
  const { lastVisitAt } = state;
  return {
    version,
    database: state.database,
    database_bytes: state.databaseBytes,
    users: state.users,
    feeds: state.feeds,
    sources: state.sources,
    posts_ever: state.postsEver,
    items_ever: state.itemsEver,
    images: state.images,
    crawler: {
      sources_due: state.sourcesDue,
      sources_failing: state.sourcesFailing,
      ...(lastVisitAt === undefined ? {} : { last_visit_at: toIso(lastVisitAt) }),
    },
  };
}
