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
      disabled_at: dateTime.exactOptional().meta({ description: 'Absent: it is not.' }),
      last_seen_at: dateTime.exactOptional().meta({ description: 'In a browser that is still signed in.' }),
      feed_count: count,
      uses_codes: z.boolean(),
      passkey_count: count,
    }),
  )
  .meta({ description: 'The accounts of an instance.' });
export type Accounts = z.infer<typeof accounts>;

const invitation = z.looseObject({
  id: z.string().min(1),
  user_id: id.exactOptional().meta({ description: 'Whose password it sets. Absent: it makes an account.' }),
  user_name: z.string().exactOptional().meta({ description: 'Of the same, as it is now.' }),
  note: z.string(),
  created_at: dateTime,
  expires_at: dateTime,
});

/** Invitations that are still good. */
export const invitations = z.array(invitation).meta({ description: 'Invitations that are still good.' });
export type Invitations = z.infer<typeof invitations>;

/** An invitation with its link. */
export const freshInvitation = invitation
  .extend({ link: z.url().meta({ description: 'Told this once.' }) })
  .meta({ description: 'An invitation with its link.' });
export type FreshInvitation = z.infer<typeof freshInvitation>;

/** How an instance is doing. */
export const instanceState = z
  .looseObject({
    version: z.string().min(1),
    database: z.enum(['sqlite', 'postgres']),
    database_bytes: count,
    users: count,
    feeds: count,
    sources: count,
    posts_ever: count.meta({ description: 'Stored so far, also those that were removed since.' }),
    items_ever: count,
    images: z.looseObject({ count, bytes: count }).meta({ description: 'What the picture proxy keeps.' }),
    crawler: z.looseObject({
      sources_due: count.meta({ description: 'Could be visited now, as far as their hosts allow.' }),
      sources_failing: count,
      last_visit_at: dateTime.exactOptional(),
    }),
  })
  .meta({ description: 'How an instance is doing.' });
export type InstanceState = z.infer<typeof instanceState>;

/** Which accounts are listed. */
export const accountsQuery = z.object({
  limit: limit(maxPageSize, maxPageSize).meta({ description: 'How many accounts.' }),
  after: cursor('Only accounts with a greater id than this one.'),
  name: z.string().default('').meta({ description: 'Only accounts with this in their name.' }),
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
    .meta({ description: 'For whom, 200 characters at most; nobody else sees it.' }),
});
/** `POST invitations/revoke`. */
export const invitationIdForm = z.object({
  id: z
    .string({ error: 'is missing' })
    .min(1, { error: 'is empty' })
    .meta({ description: 'As the list gives it.' }),
});

const base = '/api/app.courant.admin/v1';
const asking = { ...reading, errors: guarded } as const;
const doing = {
  ...writing,
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
    summary: 'Accounts, by id. For sessions of administrators only, as all below.',
  },
  disableUser: {
    ...doing,
    path: `${base}/users/disable`,
    action: 'disable user',
    summary: 'Lets nobody in to an account, and puts out whoever is; what is in it stays.',
  },
  enableUser: {
    ...doing,
    path: `${base}/users/enable`,
    action: 'enable user',
    summary: 'Lets its owner in again.',
  },
  deleteUser: {
    ...doing,
    path: `${base}/users/delete`,
    action: 'delete user',
    summary: 'Removes an account with everything in it.',
  },
  resetUser: {
    ...inviting,
    path: `${base}/users/reset`,
    action: 'reset user',
    summary: 'A link with which the owner sets a new password; codes and passkeys go when it is used.',
  },
  listInvitations: {
    ...asking,
    path: `${base}/invitations`,
    action: 'list invitations',
    response: invitations,
    summary: 'Those that are still good, newest first.',
  },
  createInvitation: {
    ...inviting,
    path: `${base}/invitations/create`,
    action: 'make invitation',
    form: invitationForm,
    summary: 'A link that makes one account, for a week.',
  },
  revokeInvitation: {
    ...doing,
    path: `${base}/invitations/revoke`,
    action: 'revoke invitation',
    form: invitationIdForm,
    summary: 'Makes a link worthless.',
  },
  getInstanceState: {
    ...asking,
    path: `${base}/instance`,
    action: 'get instance',
    response: instanceState,
    summary: 'How the instance is doing.',
  },
} as const satisfies Record<string, Endpoint>;
