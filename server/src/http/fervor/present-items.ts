// Presents what the extension app.courant.items adds to an Item.
import type { Enclosure, ItemFacts } from '@courant/protocol';
import { toIso } from '../../clock.ts';
import type { Item } from '../../model/item.ts';
import type { PostEnclosure } from '../../model/post.ts';

export function presentItemFacts({ starred, tags, editedAt, details }: Item): ItemFacts {
  const { enclosures = [], categories = [], commentsUrl, imageUrl } = details;
  return {
    starred,
    ...(tags.length === 0 ? {} : { tags: [...tags] }),
    ...(editedAt === undefined ? {} : { edited_at: toIso(editedAt) }),
    enclosures: enclosures.map(presentEnclosure),
    categories,
    ...(commentsUrl === undefined ? {} : { comments_url: commentsUrl }),
    ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
  };
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
