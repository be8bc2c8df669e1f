// The frame of all pages: the document, the wordmark, the footer, the status and the security headers.
import type { Refusal } from '../../model/refusal.ts';
import { withRetry } from '../retry-after.ts';
import { statuses } from '../statuses.ts';
import { WholeResponse } from '../whole-response.ts';
import type { Front } from './house.ts';
import { type Html, html } from './html.ts';
import type { Voice } from './texts/voice.ts';

export interface Page {
  title: Html | string;
  body: Html;
  /** Why what was asked for has not been done, if it says so: it has the status of that, and says when to try again. */
  refusal?: Refusal | undefined;
  /** Of any other page; default: 200. */
  status?: number;
  /** For pages that are read rather than filled in. */
  isWide?: boolean;
  /** Whether it shows a publisher's article, whose audio and video load from where they are. */
  isArticle?: boolean;
  /** Whether its form may lead to an app, whose scheme no policy can name in advance (see `contentPolicy`). */
  leadsToApps?: boolean;
  /** Whether one of its forms needs a passkey, and so the only script that there is. */
  usesPasskeys?: boolean;
}

export function present(house: Front & Voice, page: Page): Response {
  const { refusal, status = refusal ? statusOf(refusal) : 200 } = page;
  const response = new WholeResponse(documentOf(house, page).text, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'Content-Security-Policy': contentPolicy(page),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
      // Not no-referrer: Chromium would then send `Origin: null` with our own forms.
      'Referrer-Policy': 'same-origin',
      // Without encryption browsers look up the host of each link that they show: its publisher's name server would hear of every reading.
      'X-DNS-Prefetch-Control': 'off',
      'X-Frame-Options': 'DENY',
    },
  });
  return refusal ? withRetry(response, refusal) : response;
}

function statusOf({ code }: Refusal): number {
  // A 401 needs a WWW-Authenticate (RFC 9110 §15.5.2), which a form does not have; and apps alone tell a 422 from a 400.
  if (code === 'unauthenticated') return 403;
  return code === 'cannot' ? 400 : statuses[code];
}

/** Redirects to another page of ours: 303, so that the browser does not send the form data again (RFC 9700 §4.12). */
export function goTo(path: string): Response {
  return new WholeResponse(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } });
}

/** Redirects to the sign-in page, which leads on to `next`. */
export function goToSignIn(next: string): Response {
  return goTo(`/sign-in?next=${encodeURIComponent(next)}`);
}

/**
 * Something has gone wrong (`danger`, of which a page has one) or needs care. Screen readers do not read out an alert that a page has from
 * the beginning: a field that takes the focus there is described by it.
 */
export function alert(text: Html | string, kind: 'danger' | 'caution' = 'danger'): Html {
  const role = kind === 'danger' ? html`id="problem" role="alert"` : html`role="note"`;
  return html`<div class="alert ${kind}" ${role}>${icon('warning')}<span>${text}</span></div>`;
}

export function icon(name: keyof typeof iconPaths): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d="${iconPaths[name]}"/></svg>`;
}

const iconPaths = {
  yes: 'm4 10.5 4 4L16 6',
  no: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  warning: 'M10 3.5 17.5 16h-15zM10 8.5v3.2M10 13.9v.01',
} as const;

/**
 * Chromium also applies `form-action` to the redirects that follow a form, and no value of it allows private schemes or loopback ports. So
 * the consent page has none; all other pages allow only our own origin.
 */
function contentPolicy({ isArticle, leadsToApps, usesPasskeys }: Page): string {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return [
    ...policy,
    ...(isArticle ? ['media-src https: http:'] : []),
    ...(leadsToApps ? [] : ["form-action 'self'"]),
    ...(usesPasskeys ? ["script-src 'self'", "connect-src 'self'"] : []),
  ].join('; ');
}

function documentOf(
  { instance, assets, first, language, direction, say }: Front & Voice,
  { title, body, isWide, usesPasskeys }: Page,
): Html {
  return html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} — ${instance.name}</title>
<link rel="icon" href="${assets.icon}" type="image/svg+xml">
${assets.fonts.map((font) => html`<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n`)}<link rel="stylesheet" href="${assets.style}">${usesPasskeys ? html`\n<script type="module" src="${assets.passkeys}"></script>` : undefined}
</head>
<body>
<main class="${isWide ? 'wide' : ''}">
<a class="wordmark" href="${first}"><img src="${assets.icon}" width="26" height="26" alt="">${instance.name}</a>
${body}
</main>
<footer>${first === '/lite' ? html`<a href="/account">${say('account.title')}</a>\n` : undefined}<a href="/">${say('frame.aboutServer')}</a>
<a href="/about/bot">${say('frame.aboutCrawler')}</a></footer>
</body>
</html>
`;
}
