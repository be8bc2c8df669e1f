// Reads hubs from the Link header of an answer (RFC 8288), where a publisher can name them without changing the document.
import type { FeedDocument } from '../../formats/feed-document.ts';
import { absoluteUrl, withoutCredentials } from '../../formats/links.ts';
import { headerText } from '../../net/header-text.ts';
import type { WebResponse } from '../../net/web.ts';
import { hubPace } from './limits.ts';

/** The hubs that a document, page or header names, and the address under which they announce it. */
export type HubLinks = Pick<FeedDocument, 'hubUrls' | 'selfUrl'>;

/** A document or page with the hubs that its headers name, which take precedence over its own (WebSub §4). */
export function withHeaderLinks<Said extends HubLinks>(said: Said, response: WebResponse): Said {
  const { hubUrls, selfUrl } = readLinks(
    response.headers.get('link') ?? '',
    withoutCredentials(response.url),
  );
  if (hubUrls.length === 0) return said;
  return { ...said, hubUrls, ...(selfUrl !== undefined && { selfUrl }) };
}

export function readLinks(header: string, base: string): HubLinks {
  const hubUrls: string[] = [];
  let selfUrl: string | undefined;
  for (const [, target, parameters = ''] of headerText(header).matchAll(links)) {
    const url = absoluteUrl(target, base);
    const relations = relationsIn(parameters);
    if (url === undefined) continue;
    if (relations.includes('hub') && hubUrls.length < hubPace.hubsRead) hubUrls.push(url);
    if (relations.includes('self')) selfUrl ??= url;
  }
  return { hubUrls, ...(selfUrl !== undefined && { selfUrl }) };
}

// A comma or a `<` within quotes does not end a link. Quotes that nothing closes take the rest: to look behind each of them for a link
// would mean to look for its end again and again.
const links = /<([^<>]*)>((?:[^<",]|"(?:[^"\\]|\\.)*(?:"|\\?$))*)/g;
const parameter = /;\s*([\w-]+)\*?\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;

/** The relation types in lower case. Only the first `rel` counts; a link with an `anchor` is about something else. */
function relationsIn(text: string): string[] {
  let relations: string[] | undefined;
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameter)) {
    if (name.toLowerCase() === 'anchor') return [];
    if (name.toLowerCase() === 'rel') relations ??= (quoted ?? plain).toLowerCase().split(/\s+/);
  }
  return relations ?? [];
}
