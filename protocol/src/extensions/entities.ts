/** What the extensions add to the entities of the contract, each under its identifier. */

import * as z from 'zod';
import { count, dateTime, id } from '../values.ts';

/** A code for a sentence, so that an app can say it in the person's language. */
export const saidCode = z.string().min(1).exactOptional().meta({
  description:
    'The sentence as a machine-readable word, like the reasons of refusals (`app.courant.reason`).',
});

/** How a feed is doing. */
export const healthState = z.enum(['new', 'well', 'hiccup', 'failing', 'gone', 'replaced']).meta({
  description:
    '`new`: not visited yet, or imported while it could not be read. `hiccup`: the last visits failed, but it is too early to bother anyone. `failing`: someone ' +
    'should have a look. `gone`: its publisher has ended it. `replaced`: a different feed is at its address.',
});

/** What would repair a feed. */
export const proposal = z
  .looseObject({
    kind: z.enum(['moved', 'found_feed', 'accept', 'unfollow', 'needs_login', 'bot_wall']),
    sentence: z.string().min(1).meta({ description: 'For a person.' }),
    url: z.url().exactOptional().meta({ description: 'Where the feed would be read from.' }),
  })
  .meta({ description: 'What would repair a feed.' });
export type Proposal = z.infer<typeof proposal>;

/** `app.courant.health` of a Feed. */
export const feedHealth = z
  .looseObject({
    state: healthState,
    sentence: z
      .string()
      .min(1)
      .exactOptional()
      .meta({ description: 'Why it is not well, for a person. Absent if it is.' }),
    code: saidCode,
    failing_since: dateTime.exactOptional(),
    last_success_at: dateTime.exactOptional(),
    next_try_at: dateTime.exactOptional().meta({ description: 'Absent: never.' }),
    proposal: proposal.exactOptional(),
  })
  .meta({ description: 'How a feed is doing.' });
export type FeedHealth = z.infer<typeof feedHealth>;

/** `app.courant.full-text` of a Feed. */
export const feedFullText = z
  .looseObject({ mode: z.enum(['always', 'never']) })
  .meta({ description: 'Whether the articles of new posts are fetched.' });

/** `app.courant.full-text` of an Item, where its article was fetched. */
export const fullText = z
  .looseObject({ content: z.string().meta({ description: 'Sanitised HTML.' }), fetched_at: dateTime })
  .meta({ description: 'The article behind an item.' });
export type FullText = z.infer<typeof fullText>;

/** A file that belongs to a post: an episode, a picture. */
export const enclosure = z
  .looseObject({
    url: z.url(),
    type: z
      .string()
      .min(1)
      .exactOptional()
      .meta({ description: 'Its media type, according to the publisher.' }),
    length: count.exactOptional().meta({ description: 'Bytes, according to the publisher.' }),
    duration_seconds: z.number().min(0).exactOptional(),
    title: z.string().min(1).exactOptional(),
  })
  .meta({ description: 'A file that belongs to a post.' });
export type Enclosure = z.infer<typeof enclosure>;

/** `app.courant.items` of an Item. */
export const itemFacts = z
  .looseObject({
    starred: z.boolean(),
    tags: z
      .array(z.string().min(1))
      .exactOptional()
      .meta({ description: 'Words that the user has put on it; absent: none.' }),
    edited_at: dateTime
      .exactOptional()
      .meta({ description: 'When the post was last edited; absent: never.' }),
    enclosures: z.array(enclosure),
    categories: z.array(z.string().min(1)),
    comments_url: z.url().exactOptional(),
    image_url: z.url().exactOptional(),
  })
  .meta({ description: 'What an item has beyond the standard fields.' });
export type ItemFacts = z.infer<typeof itemFacts>;

/** How far the user has come in a file of an item. */
export const filePosition = z
  .looseObject({
    url: z.string().min(1).meta({ description: 'The address of the enclosure.' }),
    seconds: z.number().min(0).meta({ description: 'Where to continue.' }),
    at: dateTime.meta({ description: 'When it was played there.' }),
  })
  .meta({ description: 'The playback position of a file.' });
export type FilePosition = z.infer<typeof filePosition>;

/** `app.courant.playback` of an Item, if some of its files are begun. */
export const itemPlayback = z
  .looseObject({ positions: z.array(filePosition) })
  .meta({ description: 'Files of an item that were started and not finished.' });
export type ItemPlayback = z.infer<typeof itemPlayback>;

/** `app.courant.images` of an Item, if the request asked for it: the parts that show pictures, with addresses of the service. */
export const proxiedImages = z
  .looseObject({
    content: z.string().exactOptional().meta({ description: '`content` of the item.' }),
    summary: z.string().exactOptional().meta({ description: '`summary` of the item.' }),
    full_text: z.string().exactOptional().meta({ description: '`content` of `app.courant.full-text`.' }),
    image_url: z.string().exactOptional().meta({ description: '`image_url` of `app.courant.items`.' }),
    enclosures: z
      .array(z.looseObject({ url: z.url(), address: z.string() }))
      .exactOptional()
      .meta({ description: 'The enclosures that are pictures.' }),
  })
  .meta({
    description:
      'Only for requests with `Prefer: images=proxied`: the same HTML, with pictures replaced by paths of the service.',
  });
export type ProxiedImages = z.infer<typeof proxiedImages>;

const position = z
  .number()
  .meta({ description: 'To sort by, ascending; if two are equal, the smaller id comes first.' });

/** `app.courant.feeds` of a Feed. */
export const feedFacts = z
  .looseObject({
    unread_count: count,
    custom_title: z.string().min(1).exactOptional().meta({
      description: 'The title given by the user. Absent: the title is the publisher\u2019s.',
    }),
    position,
    interval_seconds: count.exactOptional().meta({
      description: 'How often the user wants it to be visited. Absent: as often as is worthwhile.',
    }),
    language: z.string().min(1).exactOptional().meta({
      description: 'The language it is written in, according to the publisher (`en-GB`). Absent: unknown.',
    }),
  })
  .meta({ description: 'How a user has set up a feed, and what is unread in it.' });
export type FeedFacts = z.infer<typeof feedFacts>;

/** `app.courant.feeds` of a Group. */
export const groupFacts = z
  .looseObject({ unread_count: count, position })
  .meta({ description: 'The position of a group, and what is unread in it.' });
export type GroupFacts = z.infer<typeof groupFacts>;

/** What an entry of the journal was about. */
const journalSubject = z.looseObject({ id, title: z.string().min(1) });

/** Something that was done in bulk, removed or imported, and can be undone. */
export const journalEntry = z
  .looseObject({
    id,
    action: z
      .enum([
        'items.read',
        'items.unread',
        'items.starred',
        'items.unstarred',
        'feed.removed',
        'feed.restored',
        'group.removed',
        'group.restored',
        'tag.removed',
        'tag.restored',
        'import.done',
        'import.removed',
        'import.restored',
      ])
      .meta({ description: 'What was done.' }),
    at: dateTime,
    count: count.meta({
      description:
        'How many items were changed, went or came back with the feed, or had the tag; for an import, how many feeds were followed, went or came back.',
    }),
    feed: journalSubject.extend({ feed_url: z.url() }).exactOptional(),
    group: journalSubject.exactOptional(),
    tag: journalSubject.exactOptional(),
    import: z.looseObject({ id }).exactOptional(),
    by: z
      .looseObject({ kind: z.enum(['app', 'reader']), name: z.string().min(1).exactOptional() })
      .exactOptional()
      .meta({
        description:
          'Who did it: an app with the name that it had then, unless another app asks, or the service’s web reader.',
      }),
    undoes: id.exactOptional().meta({ description: 'The entry that this one has undone.' }),
    undone_by: id.exactOptional().meta({ description: 'The entry that has undone this one, to its end.' }),
    expires_at: dateTime.meta({ description: 'Until then it can be undone.' }),
  })
  .meta({ description: 'Something that was done in bulk, removed or imported.' });
export type JournalEntry = z.infer<typeof journalEntry>;
