/** The extension `app.courant.admin`: accounts, invitations and the state of the instance, for those who administer it. */

import * as z from 'zod';
import { type Endpoint, guarded, reading, writing } from '../endpoint.ts';
import { maxPageSize } from '../limits.ts';
import { cursor, fail, limit, readId } from '../parameters.ts';
import { count, dateTime, id } from '../values.ts';

/** The accounts of an instance. */
export const accounts = z
  .array(
    z.looseObject({
      id,
      name: z.string().min(1),
      is_admin: z.boolean(),
      created_at: dateTime,
      disabled_at: dateTime.exactOptional().meta({ description: 'Absent: not disabled.' }),
      last_seen_at: dateTime
        .exactOptional()
        .meta({ description: 'In a browser that is still signed in, or by an app.' }),
      feed_count: count,
      uses_codes: z.boolean(),
      passkey_count: count,
    }),
  )
  .meta({ description: 'The accounts of an instance.' });
export type Accounts = z.infer<typeof accounts>;

const invitation = z.looseObject({
  id: z.string().min(1),
  user_id: id
    .exactOptional()
    .meta({ description: 'The user whose password it resets. Absent: it creates an account.' }),
  user_name: z.string().exactOptional().meta({ description: 'The current name of that user.' }),
  note: z.string(),
  created_at: dateTime,
  expires_at: dateTime,
});

/** Invitations that are still valid. */
export const invitations = z.array(invitation).meta({ description: 'Invitations that are still valid.' });
export type Invitations = z.infer<typeof invitations>;

/** An invitation with its link. */
export const freshInvitation = invitation
  .extend({ link: z.url().meta({ description: 'Told this once.' }) })
  .meta({ description: 'An invitation with its link.' });
export type FreshInvitation = z.infer<typeof freshInvitation>;

/** The state of an instance. */
export const instanceState = z
  .looseObject({
    version: z.string().min(1),
    database: z.enum(['sqlite', 'postgres']),
    database_bytes: count,
    users: count,
    feeds: count,
    sources: count,
    posts_ever: count.meta({ description: 'Stored so far, including those removed since.' }),
    items_ever: count,
    images: z.looseObject({ count, bytes: count }).meta({ description: 'What the image proxy has cached.' }),
    crawler: z.looseObject({
      sources_due: count.meta({ description: 'Could be visited now, as far as their hosts allow.' }),
      sources_failing: count,
      last_visit_at: dateTime.exactOptional(),
    }),
  })
  .meta({ description: 'The state of an instance.' });
export type InstanceState = z.infer<typeof instanceState>;

/** The query that selects which accounts are listed. */
export const accountsQuery = z.object({
  limit: limit(maxPageSize, maxPageSize).meta({ description: 'How many accounts.' }),
  after: cursor('Only accounts with a greater id than this one.'),
  name: z.string().default('').meta({ description: 'Only accounts whose name contains this.' }),
});

/** A form with the id of a user. */
export const userForm = z.object({
  id: z
    .string({ error: 'is missing' })
    .transform((raw, context) => readId(raw) ?? fail(context, 'must be the id of a user'))
    .meta({ type: 'integer', minimum: 1, description: 'Of the user.' }),
});
/** `POST invitations/create`. */
export const invitationForm = z.object({
  note: z
    .string()
    .default('')
    .meta({ description: 'Whom it is for, at most 200 characters; only administrators see it.' }),
});
/** `POST invitations/revoke`. */
export const invitationIdForm = z.object({
  id: z
    .string({ error: 'is missing' })
    .min(1, { error: 'is empty' })
    .meta({ description: 'As the list gives it.' }),
});

const base = '/api/app.courant.admin/v1';
const asking = { ...reading, browserOnly: true, errors: guarded } as const;
const doing = {
  ...writing,
  browserOnly: true,
  status: 204,
  form: userForm,
  errors: [400, 404, 413, 415, 422, ...guarded],
} as const;
const inviting = { ...doing, status: 200, response: freshInvitation } as const;

export const adminEndpoints = {
  listAccounts: {
    ...asking,
    path: `${base}/users`,
    action: 'list users',
    query: accountsQuery,
    response: accounts,
    errors: [400, ...guarded],
    summary: 'Accounts, by id. Only for administrators, like everything below.',
  },
  disableUser: {
    ...doing,
    path: `${base}/users/disable`,
    action: 'disable user',
    summary: 'Signs an account out everywhere and lets nobody sign in to it; its contents stay.',
  },
  enableUser: {
    ...doing,
    path: `${base}/users/enable`,
    action: 'enable user',
    summary: 'Lets the owner of a disabled account sign in again.',
  },
  promoteUser: {
    ...doing,
    path: `${base}/users/promote`,
    action: 'promote user',
    summary: 'Makes an account an administrator.',
  },
  demoteUser: {
    ...doing,
    path: `${base}/users/demote`,
    action: 'demote user',
    summary: 'Makes an administrator an ordinary user, and ends the links that they have made.',
  },
  deleteUser: {
    ...doing,
    path: `${base}/users/delete`,
    action: 'delete user',
    summary: 'Deletes an account with everything in it.',
  },
  resetUser: {
    ...inviting,
    path: `${base}/users/reset`,
    action: 'reset user',
    summary: 'A link with which the owner sets a new password; using it removes codes and passkeys.',
  },
  listInvitations: {
    ...asking,
    path: `${base}/invitations`,
    action: 'list invitations',
    response: invitations,
    summary: 'Those that are still valid, newest first.',
  },
  createInvitation: {
    ...inviting,
    path: `${base}/invitations/create`,
    action: 'make invitation',
    form: invitationForm,
    summary: 'A link that creates one account, valid for a week.',
  },
  revokeInvitation: {
    ...doing,
    path: `${base}/invitations/revoke`,
    action: 'revoke invitation',
    form: invitationIdForm,
    summary: 'Revokes a link.',
  },
  getInstanceState: {
    ...asking,
    path: `${base}/instance`,
    action: 'get instance',
    response: instanceState,
    summary: 'The state of the instance.',
  },
} as const satisfies Record<string, Endpoint>;
