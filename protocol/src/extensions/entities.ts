/** What the extensions add to the entities of the contract, each under its identifier. */

import { z } from 'zod';
import { dateTime } from '../values.ts';

/** How a feed is doing. */
export const healthState = z.enum(['new', 'well', 'hiccup', 'failing', 'gone', 'replaced']).meta({
  description:
    '`new`: not visited yet. `hiccup`: the last visits failed, and it is too soon to trouble anybody. `failing`: somebody ' +
    'should look. `gone`: its publisher has ended it. `replaced`: another feed stands at its address.',
});

/** What would mend a feed. */
export const proposal = z
  .looseObject({
    kind: z.enum(['moved', 'found_feed', 'accept', 'unfollow', 'needs_login', 'bot_wall']),
    sentence: z.string().min(1).meta({ description: 'For a person.' }),
    url: z.url().exactOptional().meta({ description: 'Where the feed would be read from.' }),
  })
  .meta({ description: 'What would mend a feed.' });
export type Proposal = z.infer<typeof proposal>;

/** `app.courant.health` of a Feed. */
export const feedHealth = z
  .looseObject({
    state: healthState,
    sentence: z
      .string()
      .min(1)
      .exactOptional()
      .meta({ description: 'Why it is not well, for a person. Absent while it is.' }),
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
