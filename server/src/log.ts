// Structured logs: one JSON object a line, on standard error. Whoever logs names the facts; secrets are never among them.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFacts = Readonly<Record<string, unknown>>;

export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

export interface LogOptions {
  level: LogLevel;
  now: () => number;
  /** Receives each line with its end. Standard error by default. */
  write?: (line: string) => void;
}

const severity: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Facts of these names never reach a line, whoever put them there: the last guard, not the first. */
const secretNames =
  /^(authorization|cookie|set-cookie|password|secret|client_secret|.*token|code|code_verifier)$/i;

export function openLog({ level, now, write = (line) => process.stderr.write(line) }: LogOptions): Log {
  const at =
    (own: LogLevel) =>
    (event: string, facts: LogFacts = {}) => {
      if (severity[own] < severity[level]) return;
      const line = { time: new Date(now()).toISOString(), level: own, event, ...facts };
      write(`${JSON.stringify(line, readable)}\n`);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** For tests, and for whoever wants none. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

function readable(name: string, value: unknown): unknown {
  if (secretNames.test(name)) return '[secret]';
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return value;
}
