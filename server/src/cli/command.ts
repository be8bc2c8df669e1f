// What a command is: one table serves the parser, the help and the tests.

/** What a command gets: its words and options, and the streams of its caller. */
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
  /** What only a person who waits wants to read; left out: nobody watches. */
  watched?(text: string): void;
  /** How many bytes of that nobody has read yet; left out: none. */
  unread?(): number;
  /** Resolves when the process is asked to stop. A command that never reads it is ended at once instead. */
  stopped: Promise<void>;
  /** Has an error that nobody catches told in this way from now on, before it ends the process; left out: Node tells it. */
  uncaught?(tell: (error: unknown) => void): void;
  /** Ends the process at once, whatever is under way: only where none of that is worth waiting for. */
  leave(code: ExitCode): never;
  /** The same by SIGTERM, which supervisors take for a success: it does not wait for look-ups of names, as `leave` has to. */
  drop(): never;
}

export interface Command {
  /** As typed: `user create`. */
  name: string;
  /** The words after it: `NAME`. One in brackets may be left out. */
  words: readonly string[];
  /** One sentence. */
  summary: string;
  /** More text, for its own help page. */
  details?: string;
  options: Readonly<Record<string, CommandOption>>;
  run(invocation: Invocation): Promise<ExitCode>;
}

export interface CommandOption {
  type: 'boolean' | 'string';
  /** The word that the help shows after it: `FILE`. */
  argument?: string;
  /** The command is not run without it, and the help shows it without brackets. */
  isRequired?: true;
  summary: string;
}

/** A closed list, which `courant --help` explains. The last is EX_CONFIG of sysexits.h. */
export const exitCodes = { done: 0, failed: 1, usage: 2, config: 78 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
