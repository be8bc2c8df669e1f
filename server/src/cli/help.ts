// The help pages, printed from the table of commands.
import type { Command, CommandOption } from './command.ts';

/** The page of `courant --help`. */
export function generalHelp(commands: readonly Command[]): string {
  const lines = commands.map((command) => [usageOf(command), command.summary] as const);
  const width = Math.max(...lines.map(([usage]) => usage.length));
  return [
    'Courant, a self-hosted feed reader service.',
    '',
    'Usage: courant COMMAND [--help], or courant --version',
    '',
    ...lines.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`),
    '',
    'Settings come from the environment; `courant config` lists them.',
    '',
    'Exit codes: 0 done, 1 could not be done, 2 the command line is wrong, 78 the settings are wrong.',
    '',
  ].join('\n');
}

/** The page of `courant COMMAND --help`. */
export function commandHelp(command: Command): string {
  const options = Object.entries<Pick<CommandOption, 'argument' | 'summary'>>({
    ...command.options,
    help: { summary: 'Show this page.' },
  });
  const typed = options.map(([name, option]) => [asTyped(name, option), option.summary] as const);
  const width = Math.max(...typed.map(([words]) => words.length));
  return [
    `Usage: courant ${usageOf(command)}`,
    '',
    command.summary,
    ...(command.details ? ['', command.details] : []),
    '',
    ...typed.map(([words, summary]) => `  ${words.padEnd(width)}  ${summary}`),
    '',
  ].join('\n');
}

function usageOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) =>
    option.isRequired ? asTyped(name, option) : `[${asTyped(name, option)}]`,
  );
  return [command.name, ...command.words, ...options].join(' ');
}

function asTyped(name: string, { argument }: Pick<CommandOption, 'argument'>): string {
  return argument === undefined ? `--${name}` : `--${name} ${argument}`;
}
