// Videos of other sites: a placeholder with a button; nothing is loaded from there before somebody presses it.
import { t } from '../../texts/translate.ts';

/** The address of the site's player; the page's Content-Security-Policy (`frame-src`) allows these and no others. */
function playerOf(href: string): string | undefined {
  const { hostname, pathname, searchParams } = new URL(href);
  const host = hostname.replace(/^www\./, '');
  const video =
    host === 'youtu.be' ? pathname.slice(1) : host === 'youtube.com' ? searchParams.get('v') : undefined;
  if (video && /^[\w-]{6,20}$/.test(video))
    return `https://www.youtube-nocookie.com/embed/${video}?autoplay=1`;
  const film = host === 'vimeo.com' ? /^\/(\d+)/.exec(pathname)?.[1] : undefined;
  return film && `https://player.vimeo.com/video/${film}?autoplay=1&dnt=1`;
}

/** A link to a video that stands alone becomes a facade; one within a sentence stays a link. */
export function makeFacades(content: DocumentFragment): void {
  for (const link of content.querySelectorAll('a')) {
    const player = URL.canParse(link.href) ? playerOf(link.href) : undefined;
    if (player && standsAlone(link)) link.replaceWith(facade(link, player));
  }
}

function standsAlone(link: HTMLAnchorElement): boolean {
  const parent = link.parentElement;
  const text = (parent?.textContent ?? link.textContent ?? '').trim();
  return (!parent || text === link.textContent?.trim()) && link.querySelector('img') === null;
}

function facade(link: HTMLAnchorElement, player: string): HTMLElement {
  const host = new URL(link.href).hostname.replace(/^www\./, '');
  const box = document.createElement('div');
  box.className = 'embed';
  const title = link.textContent?.trim() || host;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'b p';
  button.textContent = t('article.loadEmbed', { host });
  button.addEventListener('click', () => {
    const frame = document.createElement('iframe');
    Object.assign(frame, {
      src: player,
      title,
      allow: 'autoplay; fullscreen; encrypted-media',
      loading: 'lazy',
    });
    frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-popups allow-presentation');
    frame.referrerPolicy = 'strict-origin';
    box.replaceChildren(frame);
    frame.focus();
  });
  const name = document.createElement('b');
  name.textContent = title;
  const hint = document.createElement('small');
  hint.textContent = t('article.embedHint', { host });
  const original = link.cloneNode(true) as HTMLAnchorElement;
  original.textContent = host;
  hint.append(' ', original);
  box.append(name, button, hint);
  return box;
}
