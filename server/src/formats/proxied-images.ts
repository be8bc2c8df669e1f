// Replaces the addresses of pictures in HTML that our sanitiser wrote.

/** Our sanitiser writes every attribute in double quotes, and no `<`, `>` or `"` inside of one. */
const tags = /<(?:img|source|video)\b[^>]*>/g;
const attributes = / (src|srcset|poster)="([^"]*)"/g;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/**
 * Calls `addressOf` for each http(s) picture: of `img`, of `source` in a `picture`, and posters of videos. Video and audio
 * keep their addresses, because nothing of them is loaded before somebody plays them. The new address must need no escaping.
 */
export function replaceImages(html: string, addressOf: (url: string) => string): string {
  return html.replace(tags, (tag) =>
    tag.replace(attributes, (whole, name: string, value: string) => {
      // The `src` of a `source` or a `video` is no picture.
      if (name === 'src' && !tag.startsWith('<img')) return whole;
      const written = name === 'srcset' ? replaceAll(value, addressOf) : replaceOne(value, addressOf);
      return ` ${name}="${written}"`;
    }),
  );
}

/** Candidates are separated by a comma and a blank; commas inside addresses are escaped. */
function replaceAll(srcset: string, addressOf: (url: string) => string): string {
  return srcset
    .split(/,\s+/)
    .map((candidate) => {
      const [url = '', ...descriptor] = candidate.split(' ');
      return [replaceOne(url, addressOf), ...descriptor].join(' ');
    })
    .join(', ');
}

function replaceOne(value: string, addressOf: (url: string) => string): string {
  const url = value.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '');
  return /^https?:\/\//i.test(url) ? addressOf(url) : value;
}
