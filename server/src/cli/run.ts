// Finds the command that was typed and runs it; every failure ends in a sentence and an exit code.
import { parseArgs } from 'node:util';
import { ConfigMistakes } from '../config.ts';
import { Refusal } from '../model/refusal.ts';
import { version } from '../version.ts';
import { backUp, restore } from './backup.ts';
import { type Command, type ExitCode, exitCodes, type Invocation, type Io } from './command.ts';
import { showConfig } from './config.ts';
import { copyTheDatabase, migrateDatabase } from './database.ts';
import { refreshFeed, showFeedStatus } from './feeds.ts';
import { commandHelp, generalHelp } from './help.ts';
import { serve } from './serve.ts';
import {
  createUser,
  deleteUser,
  demoteUser,
  disableUser,
  enableUser,
  inviteUser,
  listUsers,
  promoteUser,
  resetUser,
} from './users.ts';

export const commands: readonly Command[] = [
  serve,
  createUser,
  listUsers,
  inviteUser,
  resetUser,
  disableUser,
  enableUser,
  promoteUser,
  demoteUser,
  deleteUser,
  refreshFeed,
  showFeedStatus,
  migrateDatabase,
  copyTheDatabase,
  backUp,
  restore,
  showConfig,
];

/** Runs what was typed after `courant`. Never rejects. */
export async function run(typed: readonly string[], io: Io): Promise<ExitCode> {
  const words = typed.filter((word) => !word.startsWith('-'));
  const command = commands.find((each) => each.name.split(' ').every((word, index) => words[index] === word));
  if (!command) return runNone(typed, words, io);
  const parsed = parse(command, typed);
  if (typeof parsed === 'string') return usage(io, `${parsed}\n\n${commandHelp(command)}`);
  if (parsed.options.help) {
    io.out(commandHelp(command));
    return exitCodes.done;
  }
  // Node would write all that an error carries: that of a database, the row that it is about, such as the address of a private feed.
  io.uncaught?.((error) => explain(error, io));
  try {
    return await command.run({ ...parsed, io });
  } catch (error) {
    return explain(error, io);
  }
}

function runNone(typed: readonly string[], words: readonly string[], io: Io): ExitCode {
  if (typed.includes('--version')) {
    io.out(`courant ${version}\n`);
    return exitCodes.done;
  }
  const asksForHelp = typed.length === 0 || typed.includes('--help') || typed.includes('-h');
  // `courant user --help` too: words that several commands begin with, or no words at all.
  const begun = commands.filter(({ name }) =>
    `${name} `.startsWith(words.map((word) => `${word} `).join('')),
  );
  if (asksForHelp && begun.length > 0) {
    io.out(generalHelp(begun));
    return exitCodes.done;
  }
  return usage(io, `Cannot run ${nameIn(typed)}: there is no such command\n\n${generalHelp(commands)}`);
}

/** Of what was typed, only what may have been meant for the name of a command: an address of a database may have a password in it. */
function nameIn(typed: readonly string[]): string {
  return typed
    .slice(0, 2)
    .map((word) => (/^[a-z-]*$/i.test(word) ? word : '…'))
    .join(' ');
}

function parse(command: Command, typed: readonly string[]): Pick<Invocation, 'words' | 'options'> | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...typed],
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
      strict: true,
    });
    const words = positionals.slice(command.name.split(' ').length);
    const options = values as Invocation['options'];
    const mistake = options.help ? undefined : mistakeIn(command, words, options);
    return mistake === undefined ? { words, options } : `Cannot ${command.name}: ${mistake}`;
  } catch (error) {
    // Of Node's words, those that say what is wrong; it goes on about words that begin with a dash.
    const [wrong = ''] = (error instanceof Error ? error.message : String(error)).split(/\.?\sTo specify /);
    // An address that follows its option without a blank may have a password in it.
    return `Cannot ${command.name}: ${wrong.replace(/^(Unknown option '[a-z-]*).*'$/is, "$1'")}`;
  }
}

function mistakeIn(
  command: Command,
  words: readonly string[],
  options: Invocation['options'],
): string | undefined {
  const required = command.words.filter((word) => !word.startsWith('[')).length;
  if (words.length < required || words.length > command.words.length)
    return `it takes ${command.words.join(' ') || 'no more words'}`;
  const missing = Object.keys(command.options).find(
    (name) => command.options[name]?.isRequired && options[name] === undefined,
  );
  return missing === undefined ? undefined : `--${missing} is missing`;
}

function explain(error: unknown, io: Io): ExitCode {
  if (error instanceof ConfigMistakes) {
    io.err(
      `Cannot start: the settings have mistakes\n${error.mistakes.map((each) => `  ${each}`).join('\n')}\n`,
    );
    return exitCodes.config;
  }
  const sentence = error instanceof Error ? error.message : String(error);
  io.err(`${sentence}\n`);
  // An error whose sentence says all needs no stack; any other is a bug that somebody will have to locate.
  if (error instanceof Error && error.stack && !isSentence(error)) io.err(`${error.stack}\n`);
  return exitCodes.failed;
}

/** The messages of bugs look like sentences too: "Cannot read properties of undefined" is a TypeError. */
function isSentence(error: Error): boolean {
  const isBug = error instanceof TypeError || error instanceof ReferenceError;
  return error instanceof Refusal || (error.message.startsWith('Cannot') && !isBug);
}

function usage(io: Io, text: string): ExitCode {
  io.err(text);
  return exitCodes.usage;
}
