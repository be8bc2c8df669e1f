// RSS 0.90, 1.0 and 1.1: `<rdf:RDF>`, whose items stand beside the channel and are identified by `rdf:about`.

import type { FeedDraft } from './drafts.ts';
import { attributeOf, childOf } from './elements.ts';
import { readChannel, readItem } from './rss.ts';
import type { Tree } from './xml-tree.ts';

export function readRdf(tree: Tree, fetchedUrl: string): FeedDraft {
  const channel = childOf(tree.root, 'channel') ?? tree.root;
  const head = readChannel(channel, fetchedUrl, tree.root);
  const base = head.siteUrl ?? fetchedUrl;
  const posts = tree.posts.map((item) => {
    const about = attributeOf(item, 'rdf:about') ?? attributeOf(item, 'about');
    const draft = readItem(item, base);
    return { ...draft, guid: draft.guid ?? about, links: [...draft.links, { value: about, base }] };
  });
  return { head, posts };
}
