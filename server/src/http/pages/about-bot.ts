// For publishers: who visits their sites from here, and how to slow it down or stop it.
import { present } from './frame.ts';
import { type House, ownHost } from './house.ts';
import { Html, html } from './html.ts';
import { type AboutBot, en } from './texts/about-bot/en.ts';
import type { Language } from './texts/choice.ts';
import { filledIn } from './texts/voice.ts';

/** Each is loaded when it is asked for: hardly anybody reads them. */
const loaders: Readonly<Record<Language, () => Promise<AboutBot>>> = {
  en: async () => en,
  de: async () => (await import('./texts/about-bot/de.ts')).de,
  fr: async () => (await import('./texts/about-bot/fr.ts')).fr,
  es: async () => (await import('./texts/about-bot/es.ts')).es,
  ja: async () => (await import('./texts/about-bot/ja.ts')).ja,
  ar: async () => (await import('./texts/about-bot/ar.ts')).ar,
};

export async function showAboutBot(house: House): Promise<Response> {
  const { language, instance } = house;
  const texts = await loaders[language]();
  const say = (key: keyof AboutBot, host: Html | string = ownHost(house)): Html =>
    withCode(filledIn(language, texts[key], { host, name: instance.name }));
  const list = (...keys: (keyof AboutBot)[]): Html =>
    html`<ul>${keys.map((key) => html`\n<li>${say(key)}</li>`)}\n</ul>`;
  const title = say('title');
  const body = html`<h1>${title}</h1>
<p class="sub">${say('sub', html`<b><bdi>${ownHost(house)}</bdi></b>`)}</p>
<h2>${say('known')}</h2>
<p>${say('knownBy')}</p>
<h2>${say('slower')}</h2>
${list('floor', 'fresh', 'retry', 'unchanged', 'gap', 'refresh')}
<h2>${say('stop')}</h2>
${list('robots', 'gone', 'forbidden')}
<h2>${say('elsewhere')}</h2>
<p>${say('elsewhereHint')}</p>`;
  return present(house, { title, body, isWide: true });
}

/** Text between backticks is code. */
function withCode({ text }: Html): Html {
  return new Html(text.replace(/`([^`]+)`/g, '<code>$1</code>'));
}
