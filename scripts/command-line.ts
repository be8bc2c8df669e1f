// The command line of a program for developers: its options in one table, and its usage for whoever asks for it or mistypes.
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A word with an argument (`string`) or without (`boolean`). */
interface ProgramOption {
  type: 'string' | 'boolean';
  /** What holds without it. */
  default?: string;
  /** A sentence for the usage. */
  about: string;
}

type ProgramOptions = Record<string, ProgramOption>;

type Values<T extends ProgramOptions> = {
  [Name in keyof T]: T[Name]['type'] extends 'boolean'
    ? boolean
    : T[Name] extends { default: string }
      ? string
      : string | undefined;
};

/** What was typed. `--help` ends the program with its usage and 0, anything that it does not know with a sentence, the usage and 2. */
export function readCommandLine<const T extends ProgramOptions>(command: string, options: T): Values<T> {
  const read = parse(process.argv.slice(2), options);
  if ('values' in read) return read.values;
  const usage = usageOf(command, options);
  if (read.wrong === undefined) {
    process.stdout.write(usage);
    process.exit(0);
  }
  process.stderr.write(`${read.wrong}\n\n${usage}`);
  process.exit(2);
}

/** An option's number; ends the program with a sentence and 2 where it is none. */
export function wholeNumber(name: string, text: string, most = 999_999_999, least = 1): number {
  const number = /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : Number.NaN;
  return number >= least && number <= most
    ? number
    : refuse(`--${name} is ${text}, must be a whole number from ${least} to ${most}`);
}

/** Several numbers with commas between them. */
export function wholeNumbers(name: string, text: string): number[] {
  return text.split(',').map((each) => wholeNumber(name, each));
}

/** Several names of a closed list with commas between them; an empty text names none. */
export function namesOf<T extends string>(name: string, text: string, known: readonly T[]): T[] {
  const isKnown = (each: string): each is T => (known as readonly string[]).includes(each);
  return text
    .split(',')
    .filter((each) => each !== '')
    .map((each) => (isKnown(each) ? each : refuse(`--${name}: ${each} is none of ${known.join(', ')}`)));
}

export function parse<const T extends ProgramOptions>(
  words: readonly string[],
  options: T,
): { values: Values<T> } | { wrong: string | undefined } {
  const known: ParseArgsOptionsConfig = { ...options, help: { type: 'boolean' } };
  try {
    const { values } = parseArgs({ args: [...words], options: known });
    if (values.help === true) return { wrong: undefined };
    const switches = Object.entries(options).filter(([, { type }]) => type === 'boolean');
    const off = Object.fromEntries(switches.map(([name]) => [name, false]));
    return { values: { ...off, ...values } as Values<T> };
  } catch (error) {
    // Node's sentence goes on about words that begin with a dash, which none of ours do.
    if (error instanceof TypeError) return { wrong: error.message.split('. ')[0] ?? '' };
    throw error;
  }
}

export function usageOf(command: string, options: ProgramOptions): string {
  const all = Object.entries({ ...options, help: { type: 'boolean', about: 'Show this page.' } as const });
  const lines = all.map(([name, option]: [string, ProgramOption]) => ({
    word: option.type === 'string' ? `--${name} …` : `--${name}`,
    about: option.default === undefined ? option.about : `${option.about} Default: ${option.default}.`,
  }));
  const width = Math.max(...lines.map(({ word }) => word.length));
  const rows = lines.map(({ word, about }) => `  ${word.padEnd(width)}  ${about}\n`);
  return `Usage: ${command} [OPTION…]\n\n${rows.join('')}`;
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
