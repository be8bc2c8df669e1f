// Presents what the extension app.courant.items adds to an Item.
import type { Enclosure, ItemFacts } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { Item } from '../../model/item.ts';
import type { PostEnclosure } from '../../model/post.ts';

export function presentItemFacts({ starred, tags, editedAt, details }: Item): ItemFacts {
  const { enclosures = [], categories = [], commentsUrl, imageUrl } = details;
  const facts: ItemFacts = { starred, enclosures: enclosures.map(presentEnclosure), categories };
  if (tags.length > 0) facts.tags = [...tags];
  if (editedAt !== undefined) facts.edited_at = toIso(editedAt);
  if (commentsUrl !== undefined) facts.comments_url = commentsUrl;
  if (imageUrl !== undefined) facts.image_url = imageUrl;
  return facts;
}

function presentEnclosure({ url, type, length, durationSeconds, title }: PostEnclosure): Enclosure {
  return {
    url,
    ...(type === undefined ? {} : { type }),
    ...(length === undefined ? {} : { length }),
    ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }),
    ...(title === undefined ? {} : { title }),
  };
}
