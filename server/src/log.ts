// Structured logs: one JSON object per line, on standard error. Callers name the facts; secrets are never among them.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFacts = Readonly<Record<string, unknown>>;

export interface Log {
  debug(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  error(event: string, facts?: LogFacts): void;
}

interface LogOptions {
  level: LogLevel;
  now: () => number;
  /** Gets each line with its line end. Default: standard error. */
  write?: (line: string) => void;
}

const severity: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** Facts with these names are never written, whoever logs them: the last guard, not the first. */
const secretNames = /^(.*authorization|.*cookies?|.*password|.*secret|.*tokens?|code|code_?verifier)$/i;

export function openLog({ level, now, write = (line) => process.stderr.write(line) }: LogOptions): Log {
  const timeOf = rememberingTime();
  return logFrom(level, (own, event, facts) =>
    write(`${written({ time: timeOf(now()), level: own, event, ...facts })}\n`),
  );
}

/** A log that passes on what is as grave as `least`, or graver. */
export function logFrom(
  least: LogLevel,
  pass: (level: LogLevel, event: string, facts: LogFacts) => void,
): Log {
  const at =
    (level: LogLevel): Log[LogLevel] =>
    (event, facts = {}) => {
      if (severity[level] >= severity[least]) pass(level, event, facts);
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** For tests, and for callers that want no log. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Lines of the same millisecond share its text, which takes as long to format as the rest of a line. */
function rememberingTime(): (ms: number) => string {
  let [lastMs, text] = [Number.NaN, ''];
  return (ms) => {
    if (ms !== lastMs) [lastMs, text] = [ms, new Date(ms).toISOString()];
    return text;
  };
}

/** Never throws: a fact that cannot be written must not make the work that it reports fail. */
function written(line: { time: string; level: LogLevel; event: string }): string {
  try {
    return JSON.stringify(line, isFlat(line) ? undefined : readable);
  } catch (error) {
    const { time, level, event } = line;
    return JSON.stringify({ time, level, event, unwritable: error instanceof Error ? error.message : '' });
  }
}

/** Whether every fact may be written as it is: then there is no need to check each of them, which took half of a line's time. */
function isFlat(line: object): boolean {
  for (const name in line) {
    const value: unknown = line[name as keyof typeof line];
    if (typeof value === 'object' || typeof value === 'bigint' || isSecretName(name)) return false;
  }
  return true;
}

/** The verdict on each name; names of facts are literals in the program, so there are few. */
const judged = new Map<string, boolean>();

function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = secretNames.test(name);
  judged.set(name, isSecret);
  return isSecret;
}

function readable(name: string, value: unknown): unknown {
  // A number of secrets is not a secret.
  if (secretNames.test(name) && typeof value !== 'number') return '[secret]';
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Error)
    return { name: value.name, message: value.message, stack: value.stack, cause: value.cause };
  return value;
}
