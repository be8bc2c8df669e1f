// `courant user …`: accounts, from the operator's side.
import * as administration from '../accounts/administration.ts';
import { makeInvitation } from '../accounts/invitations.ts';
import * as users from '../accounts/users.ts';
import { removeAccount } from '../library/accounts.ts';
import type { User } from '../model/user.ts';
import type { House } from '../service.ts';
import { type Command, type ExitCode, exitCodes, type Io } from './command.ts';
import { withHouse } from './house.ts';

/** Far longer than any password that is accepted: enough to know that this is not one. */
const MAX_STDIN_BYTES = 65_536;

export const createUser: Command = {
  name: 'user create',
  words: ['NAME'],
  summary: 'Create an account. The password is read from standard input.',
  details: 'Example: printf %s "$PASSWORD" | courant user create ines --password-stdin',
  options: {
    admin: {
      type: 'boolean',
      summary: 'Make it an administrator. The first account always is one.',
    },
    'password-stdin': {
      type: 'boolean',
      isRequired: true,
      summary: 'Read the password from standard input, up to the end of the first line.',
    },
  },
  async run({ words: [name = ''], options, io }) {
    const password = readUtf8(await firstLine(io));
    if (password === undefined) {
      io.err('Cannot create user: the password is not in UTF-8, which pages and apps send it in\n');
      return exitCodes.failed;
    }
    const create = async (house: House): Promise<ExitCode> => {
      const user = await users.createUser(house.accounts, {
        name,
        password,
        isAdmin: options.admin === true,
      });
      io.out(`Created user ${user.name}${user.isAdmin ? ' (admin)' : ''}\n`);
      return exitCodes.done;
    };
    return withHouse(io, create, { mayBeFirst: true });
  },
};

export const listUsers: Command = {
  name: 'user list',
  words: [],
  summary: 'List the accounts: id, name, date of creation, and whether it is an admin or disabled.',
  options: {},
  run({ io }) {
    return withHouse(io, async (house) => {
      for (const user of await users.listUsers(house.accounts)) {
        const since = new Date(user.createdAt).toISOString().slice(0, 10);
        const facts = [...(user.isAdmin ? ['admin'] : []), ...(user.isDisabled ? ['disabled'] : [])];
        io.out(`${user.id}\t${user.name}\t${since}\t${facts.join(', ')}\n`);
      }
      return exitCodes.done;
    });
  },
};

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

export const disableUser: Command = {
  name: 'user disable',
  words: ['NAME'],
  summary: 'Sign an account out everywhere and let nobody sign in to it. Its contents stay.',
  options: {},
  run: onUser('disable user', async ({ accounts }, user, io) => {
    await administration.disableUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Disabled user ${user.name}\n`);
  }),
};

export const enableUser: Command = {
  name: 'user enable',
  words: ['NAME'],
  summary: 'Let the owner of a disabled account sign in again.',
  options: {},
  run: onUser('enable user', async ({ accounts }, user, io) => {
    await administration.enableUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Enabled user ${user.name}\n`);
  }),
};

export const promoteUser: Command = {
  name: 'user promote',
  words: ['NAME'],
  summary: 'Make an account an administrator.',
  options: {},
  run: onUser('promote user', async ({ accounts }, user, io) => {
    await administration.promoteUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Promoted user ${user.name}\n`);
  }),
};

export const demoteUser: Command = {
  name: 'user demote',
  words: ['NAME'],
  summary: 'Make an administrator an ordinary user again, and end the links that they have made.',
  details: 'The last administrator who can sign in stays: promote another one first.',
  options: {},
  run: onUser('demote user', async ({ accounts }, user, io) => {
    await administration.demoteUser(accounts, { userId: user.id, byUserId: undefined });
    io.out(`Demoted user ${user.name}\n`);
  }),
};

export const deleteUser: Command = {
  name: 'user delete',
  words: ['NAME'],
  summary: 'Delete an account with everything in it.',
  details: 'The last administrator of an instance with other accounts stays: promote another one first.',
  options: {},
  run: onUser('delete user', async ({ library }, user, io) => {
    await removeAccount(library, user.id, (tx) => administration.refuseLeavingOthers(tx, user.id));
    io.out(`Deleted user ${user.name}\n`);
  }),
};

async function firstLine(io: Io): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.length;
    if (bytes.includes('\n') || length > MAX_STDIN_BYTES) break;
  }
  const bytes = Buffer.concat(chunks);
  const end = bytes.indexOf('\n');
  return end < 0 ? bytes : bytes.subarray(0, end);
}

/** Without a byte order mark, which nobody knows to be in the file. With signs put in for what cannot be read, nobody could sign in. */
function readUtf8(line: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(line).replace(/\r$/, '');
  } catch {
    return undefined;
  }
}

/** A command about one account, which fails if there is none with that name. */
function onUser(action: string, act: (house: House, user: User, io: Io) => Promise<void>): Command['run'] {
  return ({ words: [name = ''], io }) =>
    withHouse(io, async (house): Promise<ExitCode> => {
      const user = await users.findUser(house.accounts, name);
      if (!user) {
        io.err(`Cannot ${action}: there is no user ${name}\n`);
        return exitCodes.failed;
      }
      await act(house, user, io);
      return exitCodes.done;
    });
}
