// What a command is: one table serves the parser, the help and the tests.

/** What a command is given: its words and options, and the streams of whoever called it. */
export interface Invocation {
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  io: Io;
}

export interface Io {
  environment: Readonly<Record<string, string | undefined>>;
  stdin: AsyncIterable<Buffer | string>;
  out(text: string): void;
  err(text: string): void;
  /** Resolves when the process is asked to stop. */
  stopped: Promise<void>;
  /** Ends the process at once, whatever is under way in it: for where nothing of that is worth a wait. */
  leave(code: ExitCode): never;
}

export interface Command {
  /** As it is typed: `user create`. */
  name: string;
  /** The words after it: `NAME`. One in brackets may be left out. */
  words: readonly string[];
  /** One sentence. */
  summary: string;
  /** More, for its own help page. */
  details?: string;
  options: Readonly<Record<string, CommandOption>>;
  run(invocation: Invocation): Promise<ExitCode>;
}

export interface CommandOption {
  type: 'boolean' | 'string';
  /** What stands behind it, as a word for the help: `FILE`. */
  argument?: string;
  /** The help shows it without brackets. */
  isRequired?: true;
  summary: string;
}

/** Closed; told to people by `courant --help`. The last is EX_CONFIG of sysexits.h. */
export const exitCodes = { done: 0, failed: 1, usage: 2, config: 78 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
