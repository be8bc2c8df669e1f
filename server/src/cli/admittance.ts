// `courant user invite` and related commands: who may come in, from the operator's side.
import { disableUser, enableUser } from '../accounts/administration.ts';
import { makeInvitation } from '../accounts/invitations.ts';
import { findUser } from '../accounts/users.ts';
import type { User } from '../model/user.ts';
import type { House } from '../service.ts';
import { type Command, type ExitCode, exitCodes, type Io } from './command.ts';
import { withHouse } from './house.ts';

export const inviteUser: Command = {
  name: 'user invite',
  words: ['[NOTE]'],
  summary: 'Create a sign-up link. It works once, within a week.',
  options: {},
  run({ words: [note = ''], io }) {
    return withHouse(io, async ({ accounts }) => {
      const { link } = await makeInvitation(accounts, { note, byUserId: undefined });
      io.out(`${link}\n`);
      return exitCodes.done;
    });
  },
};

export const resetUser: Command = {
  name: 'user reset',
  words: ['NAME'],
  summary: 'Create a link to set a new password for an account. It works once, within a week.',
  details: "Using it removes the account's one-time codes and passkeys, and signs it out everywhere.",
  options: {},
  run: onUser('reset user', async ({ accounts }, user, io) => {
    const { link } = await makeInvitation(accounts, { note: '', userId: user.id, byUserId: undefined });
    io.out(`${link}\n`);
  }),
};

export const disableAccount: Command = {
  name: 'user disable',
  words: ['NAME'],
  summary: 'Sign an account out everywhere and let nobody sign in to it. Its contents stay.',
  options: {},
  run: onUser('disable user', async ({ accounts }, user, io) => {
    await disableUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Disabled user ${user.name}\n`);
  }),
};

export const enableAccount: Command = {
  name: 'user enable',
  words: ['NAME'],
  summary: 'Let the owner of a disabled account sign in again.',
  options: {},
  run: onUser('enable user', async ({ accounts }, user, io) => {
    await enableUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Enabled user ${user.name}\n`);
  }),
};

/** A command about one account, which fails if there is none with that name. */
function onUser(action: string, act: (house: House, user: User, io: Io) => Promise<void>): Command['run'] {
  return ({ words: [name = ''], io }) =>
    withHouse(io, async (house): Promise<ExitCode> => {
      const user = await findUser(house.accounts, name);
      if (!user) {
        io.err(`Cannot ${action}: there is no user ${name}\n`);
        return exitCodes.failed;
      }
      await act(house, user, io);
      return exitCodes.done;
    });
}
