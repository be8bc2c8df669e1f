// Every setting, in one table. The only file that reads the environment.
import { parseAllowList } from './net/allowed-addresses.ts';

/** A setting as the operator sees it. `read` returns its value, or throws a sentence that says what it should be. */
interface Setting<Value> {
  variable: `COURANT_${string}`;
  fallback: string;
  /** One sentence for people. */
  meaning: string;
  /** Whether it is shown as `[secret]` wherever settings are printed. */
  secret?: (raw: string) => boolean;
  read(raw: string): Value;
}

type Environment = Readonly<Record<string, string | undefined>>;

const table = {
  listen: setting(
    'COURANT_LISTEN',
    '127.0.0.1:8080',
    'Address and port to listen on; [::1]:8080 for IPv6.',
    readListen,
  ),
  publicUrl: {
    ...setting(
      'COURANT_PUBLIC_URL',
      '',
      'The address at which people and apps reach this instance, such as https://news.example.org. Empty: http:// and the listen address.',
      readPublicUrl,
    ),
    // A user name and password in it are a mistake, but still secret.
    secret: (raw: string) => raw.includes('@'),
  },
  database: {
    ...setting(
      'COURANT_DATABASE',
      'file:./data/courant.db',
      'The database: file:PATH, or postgres://USER:PASSWORD@HOST/NAME.',
      readDatabase,
    ),
    secret: (raw: string) => !raw.startsWith('file:'),
  },
  fetchAllow: setting(
    'COURANT_FETCH_ALLOW',
    '',
    'Private addresses that feeds may be fetched from: CIDR ranges, addresses, hosts or host:port, separated by spaces or commas; * for all.',
    readFetchAllow,
  ),
  passwordGrant: setting(
    'COURANT_PASSWORD_GRANT',
    'false',
    'Whether apps may exchange a name and a password for a token. For development only.',
    readSwitch,
  ),
  accessTokenTtlSeconds: setting(
    'COURANT_ACCESS_TOKEN_TTL',
    '3600',
    'Lifetime of access tokens in seconds. 0: they never expire, and there are no refresh tokens.',
    readSeconds,
  ),
  rateLimits: setting(
    'COURANT_RATE_LIMITS',
    'on',
    'Whether sign-ins, registrations, and what an account has fetched (new feeds, articles, pictures) are rate-limited.',
    readSwitch,
  ),
  hardened: setting(
    'COURANT_HARDENED',
    'false',
    'Whether apps whose redirect address is plain http (other than loopback) are refused. Otherwise people are warned about them.',
    readSwitch,
  ),
  instanceName: setting('COURANT_INSTANCE_NAME', 'Courant', 'The name of this instance.', readName),
  logLevel: setting(
    'COURANT_LOG_LEVEL',
    'info',
    'The lowest level that is logged: debug, info, warn or error.',
    readLogLevel,
  ),
  imageCacheBytes: setting(
    'COURANT_IMAGE_CACHE',
    // What a household reads in three months, at the usual 100 kB each.
    '256',
    'Megabytes of pictures of publishers that are kept in the database, from 16 to 10000. Where many people read, more spares sites.',
    readMegabytes,
  ),
  metrics: setting(
    'COURANT_METRICS',
    '',
    'Address and port of /metrics for Prometheus, such as 127.0.0.1:9464. Only your own network should reach it. Empty: no metrics.',
    (raw) => (raw === '' ? undefined : readListen(raw)),
  ),
  trustProxy: setting(
    'COURANT_TRUST_PROXY',
    'false',
    'Whether X-Forwarded-For and X-Forwarded-Proto are trusted. Only behind a proxy that sets them itself.',
    readSwitch,
  ),
};

export type Config = { [Key in keyof typeof table]: ReturnType<(typeof table)[Key]['read']> };
type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** Everything that is wrong with the settings, one sentence each. */
export class ConfigMistakes extends Error {
  override name = 'ConfigMistakes';
  readonly mistakes: readonly string[];
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env;
}

/** Sets the size of libuv's thread pool, unless the operator has. libuv reads it once, when the pool is first used. */
export function preferThreads(count: number): void {
  process.env.UV_THREADPOOL_SIZE ||= String(count);
}

/** Tells every thread where compiled code is cached; false if the operator has set a folder, or has turned the cache off. */
export function preferCompileCache(folder: string): boolean {
  if (process.env.NODE_COMPILE_CACHE || process.env.NODE_DISABLE_COMPILE_CACHE) return false;
  process.env.NODE_COMPILE_CACHE = folder;
  return true;
}

/** Reads all settings. Throws ConfigMistakes, which names every mistake. */
export function readConfig(environment: Environment): Config {
  const mistakes: string[] = [];
  const entries = Object.entries(table).map(([key, each]) => {
    try {
      return [key, each.read(rawValue(each, environment))];
    } catch (error) {
      const mistake = error instanceof Error ? error.message : String(error);
      mistakes.push(`${each.variable} ${withoutPasswords(mistake)}`);
      return [key, undefined];
    }
  });
  if (mistakes.length > 0) throw new ConfigMistakes(mistakes);
  return Object.fromEntries(entries) as Config;
}

/** Names that look like settings and are not: most likely misspelt, or settings of another version. */
export function unknownSettings(environment: Environment): string[] {
  const known = new Set<string>(Object.values(table).map((each) => each.variable));
  return Object.keys(environment).filter((name) => name.startsWith('COURANT_') && !known.has(name));
}

/** Every setting for a person to read: name, current value, default and meaning. Secrets are not shown. */
export function describeConfig(environment: Environment): {
  variable: string;
  value: string;
  fallback: string;
  meaning: string;
}[] {
  return Object.values(table).map((each: Setting<unknown>) => {
    const raw = rawValue(each, environment);
    return {
      variable: each.variable,
      value: each.secret?.(raw) ? '[secret]' : withoutPasswords(raw),
      fallback: each.fallback,
      meaning: each.meaning,
    };
  });
}

function setting<Value>(
  variable: `COURANT_${string}`,
  fallback: string,
  meaning: string,
  read: (raw: string) => Value,
): Setting<Value> {
  return { variable, fallback, meaning, read };
}

/** An address with a password may have come into a setting that is for another. */
function withoutPasswords(text: string): string {
  return text.replace(/\/\/[^\s"]*:[^\s"]*@/g, '//[secret]@');
}

/** An empty variable counts as unset: that is how compose files and unit files omit things. */
function rawValue(each: Setting<unknown>, environment: Environment): string {
  return environment[each.variable]?.trim() || each.fallback;
}

function readListen(raw: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)\]|([^:[\]\s/]+)):(\d{1,5})$/.exec(raw);
  const port = Number(match?.[3]);
  if (!match || port > 65_535) throw new Error(`is ${raw}, must be address:port such as 127.0.0.1:8080`);
  return { host: match[1] ?? match[2] ?? '', port };
}

function readPublicUrl(raw: string): string | undefined {
  if (raw === '') return undefined;
  if (raw.includes('@')) throw new Error('must be without a name and a password');
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  const fits = url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
  if (!url || !fits)
    throw new Error(
      `is ${raw}, must be an http or https URL without query, such as https://news.example.org`,
    );
  if (url.pathname !== '/')
    throw new Error(`is ${raw}, must have no path: Courant lives at the root of a host`);
  return url.origin;
}

/** Hosts of a PostgreSQL as other programs take them: behind the name and the password, or in the query. */
const SEVERAL_HOSTS =
  /^postgres(ql)?:\/\/((?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)|.*[?&]host=[^&]*(?:,|%2C))/i;
/** A name and a password with a sign that ends the host, before the `@` that should have ended them. */
const BROKEN_PASSWORD = /^postgres(ql)?:\/\/[^/?#@]*:[^/?#@]*[/?#].*@/i;

/** Limits in an address that the driver reads as far as their digits go: it takes `30s` for 30 ms, and 0 of its own limit for 1 ms. */
const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'];
/** The longest time that PostgreSQL and timers of Node take. */
const LONGEST_MS = 2_147_483_647;

/** Also for an address of the command line. */
export function readDatabase(raw: string): string {
  // The value is not repeated: an address may contain a password.
  const isTorn = BROKEN_PASSWORD.test(raw) && !URL.canParse(raw);
  if (SEVERAL_HOSTS.test(raw) && !isTorn)
    throw new Error(
      'names several hosts, must name one that leads to the primary, such as the address of a proxy or of the service',
    );
  const isPostgres = /^postgres(ql)?:\/\//.test(raw);
  const fits = /^file:.+/.test(raw) || (isPostgres && URL.canParse(raw));
  const signs = isPostgres ? '; in a password, / is written %2F, ? %3F and # %23' : '';
  if (!fits)
    throw new Error(`must be file:PATH such as file:./data/courant.db, or postgres://USER@HOST/NAME${signs}`);
  if (isPostgres) checkNumbers(new URL(raw).searchParams);
  return raw;
}

function checkNumbers(said: URLSearchParams): void {
  for (const [name, value] of said) {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    const isLimit = number <= LONGEST_MS && !(name === 'query_timeout' && number === 0);
    if (LIMITS.includes(name) && !isLimit)
      throw new Error(`says ${name}=${value}, must be whole milliseconds such as 30000`);
    // The driver's error about it arrives where nobody hears it.
    if (name === 'port' && !(number > 0 && number <= 65_535))
      throw new Error(`says port=${value}, must be a port such as 5432`);
  }
}

/** Returned as typed: the crawler's thread parses it again. */
function readFetchAllow(raw: string): string {
  const list = parseAllowList(raw);
  if ('mistakes' in list) throw new Error(`is wrong: ${list.mistakes.join('; ')}`);
  return raw;
}

function readSwitch(raw: string): boolean {
  if (/^(true|on|yes|1)$/i.test(raw)) return true;
  if (/^(false|off|no|0)$/i.test(raw)) return false;
  throw new Error(`is ${raw}, must be true (or on) or false (or off)`);
}

function readSeconds(raw: string): number {
  // A year: for a longer time there is 0.
  const most = 31_536_000;
  if (!/^\d+$/.test(raw) || Number(raw) > most)
    throw new Error(`is ${raw}, must be whole seconds from 0 to ${most}`);
  return Number(raw);
}

function readMegabytes(raw: string): number {
  // A picture has up to 8 MB. To be cut to size, all pictures are counted, which takes a tenth of a second beyond that.
  const [least, most] = [16, 10_000];
  if (!/^\d+$/.test(raw) || Number(raw) < least || Number(raw) > most)
    throw new Error(`is ${raw}, must be whole megabytes from ${least} to ${most}`);
  return Number(raw) * 1024 * 1024;
}

function readName(raw: string): string {
  if (raw.length > 100) throw new Error('is longer than 100 characters');
  return raw;
}

function readLogLevel(raw: string): LogLevel {
  const levels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];
  const level = levels.find((each) => each === raw);
  if (!level) throw new Error(`is ${raw}, must be one of ${levels.join(', ')}`);
  return level;
}
