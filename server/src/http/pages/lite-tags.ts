// Tags without script: all that a person has, those of one item, and the forms that put them on and take them off.
import { check, maxTitleCharacters, tagging } from '@courant/protocol';
import { getItem } from '../../library/items.ts';
import { listTags, tagItem } from '../../library/tags.ts';
import type { Item } from '../../model/item.ts';
import { Refusal } from '../../model/refusal.ts';
import { MAX_TAGS_OF_ITEM } from '../../model/tag.ts';
import { attempt } from '../attempt.ts';
import type { Call } from '../routing.ts';
import { csrfField, readOwnForm } from './browser.ts';
import { alert, goTo, goToSignIn, present } from './frame.ts';
import { type LiteHouse, readersLibrary } from './house.ts';
import { type Html, html } from './html.ts';
import { idOf, itemAddress, type LiteScope, readScope } from './lite-scope.ts';
import { tagAddress } from './lite-search.ts';
import { liteNav, type Reading } from './lite-visit.ts';

/** What a form does with a tag. */
type Doing = 'put' | 'takeOff';

interface Shown {
  reading: Reading;
  item: Item;
  scope: LiteScope;
  /** In the field for a new tag. */
  typed?: string | undefined;
  refusal?: Refusal;
  /** What was done last, and can be undone. */
  done?: { title: string; doing: Doing };
}

export async function showLiteTags(house: LiteHouse, reading: Reading): Promise<Response> {
  const { say } = house;
  const tags = await listTags(house.library, reading.userId);
  const title = say('lite.tags');
  const body = html`${liteNav(house, 'tags')}
<h1>${title}</h1>
${tags.length === 0 ? html`<p class="sub">${say('lite.noTags')}</p>` : html`<ul class="list">${tags.map((tag) => html`<li><div><a class="quiet" href="${tagAddress(tag.title)}"><bdi>${tag.title}</bdi></a></div></li>`)}</ul>`}`;
  return present(house, { title, body, isWide: true });
}

export async function showItemTags(house: LiteHouse, reading: Reading, call: Call): Promise<Response> {
  const item = await getItem(house.library, reading.userId, itemIdOf(call));
  const query = call.url.searchParams;
  const [on, off] = [query.get('on'), query.get('off')];
  const shown: Shown = { reading, item, scope: readScope(call), typed: query.get('typed') ?? undefined };
  // What the address says may be over.
  if (on !== null && item.tags.includes(on)) shown.done = { title: on, doing: 'put' };
  else if (off !== null && !item.tags.includes(off)) shown.done = { title: off, doing: 'takeOff' };
  return itemTagsPage(house, shown);
}

export async function takeItemTag(house: LiteHouse, call: Call): Promise<Response> {
  const { form, browser } = await readOwnForm(house.accounts, call, 'edit tags');
  const scope = readScope({ url: new URL(`/?${form.scope ?? ''}`, call.url) });
  const id = itemIdOf(call);
  const here = (more: { on?: string; off?: string; typed?: string | undefined }): string =>
    itemAddress(id, scope, { page: '/tags', ...more });
  const doing: Doing = form.do === 'takeOff' ? 'takeOff' : 'put';
  const typed = doing === 'put' ? (form.typed ?? form.title) : undefined;
  // What was typed waits until the person has signed in again.
  if (!browser.session) return goToSignIn(here({ typed }));
  const reading = { userId: browser.session.user.id, browser };
  const edited = await attempt(() =>
    editTag(house, reading.userId, { id, doing, title: form.title ?? form.typed }),
  );
  if (edited instanceof Refusal) {
    const item = await getItem(house.library, reading.userId, id);
    return itemTagsPage(house, { reading, item, scope, typed, refusal: edited });
  }
  return goTo(here(doing === 'put' ? { on: edited } : { off: edited }));
}

/** Returns the title as it is kept. */
async function editTag(
  house: LiteHouse,
  userId: number,
  { id, doing, title: raw }: { id: number; doing: Doing; title: string | undefined },
): Promise<string> {
  // Forms send every end of a line as CR and LF, whatever the title has.
  const read = check(tagging, { title: (raw ?? '').replaceAll('\r\n', '\n') }, 'edit tags');
  if (!read.ok) throw new Refusal('invalid', read.message);
  const { title } = read.value;
  await tagItem(readersLibrary(house, userId), userId, id, { put: [], takeOff: [], [doing]: [title] });
  return title;
}

async function itemTagsPage(house: LiteHouse, shown: Shown): Promise<Response> {
  const { library, say } = house;
  const { reading, item, scope, typed, refusal } = shown;
  const others = (await listTags(library, reading.userId)).map(({ title }) => title);
  const known = others.filter((title) => !item.tags.includes(title));
  const body = html`${liteNav(house, scope.name)}
<p class="note"><a href="${itemAddress(item.id, scope)}">${say('lite.toItem')}</a></p>
<h1>${say('lite.tags')}</h1>
<p class="sub"><bdi>${item.title}</bdi></p>
${refusal ? alert(say('lite.tagWrong', { characters: maxTitleCharacters, tags: MAX_TAGS_OF_ITEM })) : undefined}
${doneNote(house, shown)}
${ownTags(house, shown)}
${tagForm(
  shown,
  html`<label for="typed">${say('lite.newTag')}</label>
<input id="typed" name="typed" value="${typed}" maxlength="${maxTitleCharacters}" dir="auto" required${refusal ? html` aria-invalid="true" aria-describedby="problem"` : undefined}>
<button class="button">${say('lite.addTag')}</button>`,
  'line',
)}
${knownTags(house, shown, known)}`;
  return present(house, {
    title: html`${say('lite.tags')} — ${item.title}`,
    body,
    isWide: true,
    refusal,
  });
}

function doneNote(house: LiteHouse, shown: Shown): Html | undefined {
  if (!shown.done) return undefined;
  const { say } = house;
  const { title, doing } = shown.done;
  const said = say(doing === 'put' ? 'lite.tagIsOn' : 'lite.tagIsOff', { tag: title });
  const reverse = doing === 'put' ? 'takeOff' : 'put';
  return html`<div class="who" role="status"><div>${said}</div>
${tagForm(shown, oneTag(title, reverse, html`<button class="plain">${say('lite.undo')}</button>`))}</div>`;
}

function ownTags({ say }: LiteHouse, shown: Shown): Html | undefined {
  if (shown.item.tags.length === 0) return undefined;
  const text = say('lite.takeTagOff');
  const button = (title: string): Html =>
    html`<button class="plain" aria-label="${say('lite.markOf', { mark: text, title })}">${text}</button>`;
  return html`<ul class="list">${shown.item.tags.map(
    (title) => html`<li><div><a class="quiet" href="${tagAddress(title)}"><bdi>${title}</bdi></a></div>
${tagForm(shown, oneTag(title, 'takeOff', button(title)))}</li>`,
  )}</ul>`;
}

/** One form for all: there may be thousands, of which each would make the page half a kilobyte longer with a form of its own. */
function knownTags({ say }: LiteHouse, shown: Shown, titles: readonly string[]): Html | undefined {
  if (titles.length === 0) return undefined;
  const options = titles.map((title) => html`<option value="${title}">${title}</option>`);
  return tagForm(
    shown,
    html`<label for="title">${say('lite.otherTags')}</label>
<select id="title" name="title">${options}</select>
<button class="button">${say('lite.putTag')}</button>`,
    'line',
  );
}

function oneTag(title: string, doing: Doing, button: Html): Html {
  return html`<input type="hidden" name="do" value="${doing}"><input type="hidden" name="title" value="${title}">${button}`;
}

function tagForm({ reading, item, scope }: Shown, fields: Html, className = ''): Html {
  return html`<form class="${className}" method="post" action="/lite/items/${item.id}/tags">${csrfField(reading.browser)}${scopeField(item, scope)}${fields}</form>`;
}

/** From which list the item was opened, as its address says it. */
function scopeField({ id }: Item, scope: LiteScope): Html {
  const query = itemAddress(id, scope).split('?')[1] ?? '';
  return query === '' ? html`` : html`<input type="hidden" name="scope" value="${query}">`;
}

function itemIdOf({ params }: Call): number {
  const id = idOf(params.id);
  if (id === undefined) throw new Refusal('not-found', 'Cannot show tags: there is no such item');
  return id;
}
