// The help pages, printed from the table of commands.
import type { Command } from './command.ts';

/** The page of `courant --help`. */
export function generalHelp(commands: readonly Command[]): string {
  const lines = commands.map((command) => [usageOf(command), command.summary] as const);
  const width = Math.max(...lines.map(([usage]) => usage.length));
  return [
    'Courant follows feeds for its users and lets any app read them.',
    '',
    'Usage: courant COMMAND [--help]',
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
  const options = Object.entries({ ...command.options, help: { summary: 'Show this page.' } });
  const width = Math.max(...options.map(([name]) => name.length));
  return [
    `Usage: courant ${usageOf(command)}`,
    '',
    command.summary,
    ...(command.details ? ['', command.details] : []),
    '',
    ...options.map(([name, option]) => `  --${name.padEnd(width)}  ${option.summary}`),
    '',
  ].join('\n');
}

function usageOf(command: Command): string {
  const options = Object.keys(command.options).map((name) => `[--${name}]`);
  return [command.name, ...command.words, ...options].join(' ');
}
