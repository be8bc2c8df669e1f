// The door of the web reader: its shell at each of its paths, its files, its service worker. Its data comes through the API.
import type { AccountsOptions } from '../../accounts/options.ts';
import { findSession, isSessionSecret } from '../../accounts/sessions.ts';
import { Refusal } from '../../model/refusal.ts';
import { readCookie } from '../cookies.ts';
import { accepts } from '../packed.ts';
import type { Call, Door, Route } from '../routing.ts';
import { WholeResponse } from '../whole-response.ts';
import { type BuiltFile, type BuiltReader, openBuild } from './built.ts';

interface ReaderOptions {
  accounts: AccountsOptions;
  instance: { name: string };
  /** The door of the pages, which answers refusals and faults for this one. */
  pages: Pick<Door, 'refuse' | 'fail'>;
}

/** A year: the name changes with the content, so browsers never need to ask again. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Revalidated each time. */
const ASK_AGAIN = 'private, no-cache';

/** Opens the door; if the reader is not built, it says how to build it. */
export function openReaderDoor({ accounts, instance, pages }: ReaderOptions): Door {
  const built = openBuild(instance.name);
  return {
    name: 'reader',
    crossOrigin: false,
    owns: (path) => path.startsWith('/reader/'),
    refuse: pages.refuse,
    fail: pages.fail,
    routes: built ? routesOf(built, accounts) : [{ method: 'GET', path: '/unread', handle: notBuilt }],
  };
}

function routesOf(built: BuiltReader, accounts: AccountsOptions): Route[] {
  const policy = policyOf(built);
  const get = (path: string, handle: Route['handle']): Route => ({ method: 'GET', path, handle });
  const shell = (call: Call): Response =>
    serve(fileOf(built, 'shell.html'), call, { ...policy, 'Cache-Control': ASK_AGAIN });
  return [
    ...built.paths.map((path) =>
      get(path, async (call) => ((await isSignedIn(accounts, call)) ? shell(call) : signInFirst(call))),
    ),
    // The same shell without a sign-in, for the service worker to cache: it contains nothing personal.
    get('/reader/shell', shell),
    get('/service-worker.js', (call) =>
      serve(fileOf(built, 'service-worker.js'), call, {
        'Cache-Control': ASK_AGAIN,
        'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
      }),
    ),
    get('/reader/:name', (call) =>
      serve(fileOf(built, hashedName(call)), call, { 'Cache-Control': FOR_EVER }),
    ),
  ];
}

async function isSignedIn(accounts: AccountsOptions, call: Call): Promise<boolean> {
  const secret = readCookie({ accounts, call });
  return (
    secret !== undefined && isSessionSecret(secret) && (await findSession(accounts, secret)) !== undefined
  );
}

function signInFirst({ url }: Call): Response {
  const next = encodeURIComponent(url.pathname + url.search);
  return new WholeResponse(null, {
    status: 303,
    headers: { Location: `/sign-in?next=${next}`, 'Cache-Control': 'no-store' },
  });
}

/** The shell and the service worker have no such name: without their policy and for ever they are not to be had. */
function hashedName({ params: { name = '' } }: Call): string {
  return name.split('.').length > 2 ? name : '';
}

function fileOf({ files }: BuiltReader, name: string): BuiltFile {
  const file = files.get(name);
  if (!file) throw new Refusal('not-found', 'Cannot find what was asked for: there is no such file');
  return file;
}

function serve(
  { bytes, type, packed }: BuiltFile,
  { request }: Call,
  more: Record<string, string>,
): Response {
  const [encoding, body] = packed.find(([name]) => accepts(request, name)) ?? [undefined, bytes];
  return new WholeResponse(body, {
    headers: {
      'Content-Type': type,
      'Content-Length': String(body.byteLength),
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...(packed.length > 0 ? { Vary: 'Accept-Encoding' } : {}),
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
      ...more,
    },
  });
}

/**
 * All scripts are our own, and no text can become one (Trusted Types). Pictures come through the service. Sound and video come from their
 * publishers, once a person plays them; third-party players are in frames, once a person asks for them.
 */
function policyOf({ scriptHash, styleHash }: BuiltReader): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${scriptHash}'`,
    `style-src 'self' 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    'media-src https: http:',
    'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types courant',
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'same-origin',
    // Without encryption browsers look up the host of each link that they show: its publisher's name server would hear of every reading.
    'X-DNS-Prefetch-Control': 'off',
    'X-Frame-Options': 'DENY',
  };
}

function notBuilt(): Response {
  return new WholeResponse(
    'The reader is not built. Run `npm run build:reader`, and start the service again.\n',
    {
      status: 503,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    },
  );
}
