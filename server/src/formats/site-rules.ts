// Where well-known sites keep the feeds of a page: one rule for each kind of site.

interface Rule {
  /** The host, without `www.`. */
  host: RegExp;
  /** Applied to the path. */
  path: RegExp;
  feeds(match: RegExpExecArray, url: URL): string[];
  /** The feed is asked in place of the page, which would only use up what the site allows in a while: Reddit answers one request a minute. */
  instead?: true;
}

const reddit = /^(?:(?:old|new|np|sh|m)\.)?reddit\.com$/;

const rules: readonly Rule[] = [
  {
    host: /^(?:m\.)?youtube\.com$/,
    path: /^\/channel\/(UC[\w-]{22})/,
    feeds: (match) => [`https://www.youtube.com/feeds/videos.xml?channel_id=${match[1]}`],
  },
  {
    host: /^(?:m\.)?youtube\.com$/,
    path: /^\/(?:playlist|watch)$/,
    feeds: (_, url) => {
      const list = url.searchParams.get('list');
      return list === null
        ? []
        : [`https://www.youtube.com/feeds/videos.xml?playlist_id=${encodeURIComponent(list)}`];
    },
  },
  {
    host: /^(?:m\.)?youtube\.com$/,
    path: /^\/user\/([\w-]+)/,
    feeds: (match) => [`https://www.youtube.com/feeds/videos.xml?user=${match[1]}`],
  },
  // The channel id of a @handle is only on its page, which announces the feed itself.
  { host: /^(?:m\.)?youtube\.com$/, path: /^/, feeds: () => [] },
  // Visitors without Google's cookie are asked for consent here first.
  { host: /^consent\.(?:youtube|google)\.com$/, path: /^/, feeds: () => [] },
  {
    // Several subreddits at once are written `/r/one+other`.
    host: reddit,
    path: /^\/r\/([\w+-]+)(?:\/(best|hot|new|top|rising|controversial))?\/?$/,
    feeds: ([, name, order], url) => [redditFeed(`/r/${name}`, order, url)],
    instead: true,
  },
  {
    host: reddit,
    path: /^\/(?:u|user)\/([\w-]+)(?:\/(submitted|comments|m\/[\w-]+))?\/?$/,
    feeds: ([, name, part], url) => [redditFeed(`/user/${name}`, part, url)],
    instead: true,
  },
  {
    // Whoever names a feed that is not there wants no other one.
    host: reddit,
    path: /^\/(r|u|user)\/([\w+-]+)\/(?!.*\.rss$)/,
    feeds: ([, kind, name], url) => [redditFeed(`/${kind === 'r' ? 'r' : 'user'}/${name}`, undefined, url)],
  },
  { host: reddit, path: /^/, feeds: () => [] },
  {
    host: /^github\.com$/,
    path: /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/(releases|tags|commits)(?:\/(.+?))?)?\/?$/,
    feeds: ([, owner, name, part, branch]) => {
      const repository = `https://github.com/${owner}/${name}`;
      if (part === 'commits')
        return [`${repository}/commits${branch === undefined ? '' : `/${branch}`}.atom`];
      if (part === 'tags') return [`${repository}/tags.atom`];
      return part === 'releases'
        ? [`${repository}/releases.atom`]
        : [`${repository}/releases.atom`, `${repository}/commits.atom`];
    },
  },
  {
    host: /^github\.com$/,
    path: /^\/([\w-]+)\/?$/,
    feeds: (match) => [`https://github.com/${match[1]}.atom`],
  },
  { host: /^github\.com$/, path: /^/, feeds: () => [] },
  {
    // What follows `/-/` is a page of the project.
    host: /^gitlab\.[\w.-]+$/,
    path: /^\/([\w.-]+(?:\/[\w.-]+)+?)(?:\/-\/(?:(commits|releases)(?:\/(.+?))?|.*))?\/?$/,
    feeds: ([, project, part, branch], url) => {
      const place = `${url.origin}/${project}`;
      if (part === 'commits' && branch !== undefined) return [`${place}/-/commits/${branch}?format=atom`];
      return [`${place}/-/${part === 'releases' ? 'releases.atom' : 'tags?format=atom'}`, `${place}.atom`];
    },
  },
  {
    host: /^bsky\.app$/,
    path: /^\/profile\/([\w.:-]+)/,
    feeds: (match) => [`https://bsky.app/profile/${match[1]}/rss`],
  },
  {
    host: /^medium\.com$/,
    path: /^\/tag\/([\w-]+)/,
    feeds: (match) => [`https://medium.com/feed/tag/${match[1]}`],
  },
  { host: /^medium\.com$/, path: /^\/(?:m|me|p|search|tag)(?:\/|$)/, feeds: () => [] },
  {
    host: /^medium\.com$/,
    path: /^\/(@?[\w.-]+)/,
    feeds: (match) => [`https://medium.com/feed/${match[1]}`],
  },
  { host: /\.medium\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed`] },
  { host: /\.substack\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed`] },
  { host: /\.tumblr\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/rss`] },
  {
    host: /^tumblr\.com$/,
    path: /^\/blog\/(?:view\/)?([\w-]+)/,
    feeds: (match) => [`https://${match[1]}.tumblr.com/rss`],
  },
  {
    host: /^tumblr\.com$/,
    path: /^\/(?:about|blog|communities|dashboard|docs|explore|help|likes|login|register|search|settings|tagged)(?:\/|$)/,
    feeds: () => [],
  },
  { host: /^tumblr\.com$/, path: /^\/([\w-]+)/, feeds: (match) => [`https://${match[1]}.tumblr.com/rss`] },
  { host: /\.wordpress\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed/`] },
  { host: /\.blogspot\.[a-z.]+$/, path: /^/, feeds: (_, url) => [`${url.origin}/feeds/posts/default`] },
  {
    host: /^vimeo\.com$/,
    path: /^\/([a-z][\w-]+)\/?$/i,
    feeds: (match) => [`https://vimeo.com/${match[1]}/videos/rss`],
  },
  {
    // Each game has a log of its own, and so has who makes them.
    host: /\.itch\.io$/,
    path: /^\/([\w-]+)/,
    feeds: (match, url) => [`${url.origin}/${match[1]}/devlog.rss`, `${url.origin}/devlog.rss`],
  },
  { host: /\.itch\.io$/, path: /^/, feeds: (_, url) => [`${url.origin}/devlog.rss`] },
  // Mastodon and its like on any host: a profile is an @name at the root, with its posts below; that of another server adds its host.
  {
    host: /^/,
    path: /^\/@([\w.-]+)@([\w-]+(?:\.[\w-]+)+)\/?$/,
    feeds: ([, name, host]) => [`https://${host}/@${name}.rss`],
  },
  {
    host: /^/,
    path: /^\/(@[\w.-]+)(?:\/(?:\d+|with_replies|media))?\/?$/,
    feeds: (match, url) => [`${url.origin}/${match[1]}.rss`],
  },
];

/** The feeds of a page of a site that we know; undefined when we do not know the site. */
export function siteFeeds(url: URL): string[] | undefined {
  return ruled(url)?.feeds;
}

/** The feed to ask in place of a page. */
export function feedInstead(url: URL): string | undefined {
  const found = ruled(url);
  return found?.rule.instead ? found.feeds[0] : undefined;
}

function ruled(url: URL): { rule: Rule; feeds: string[] } | undefined {
  const host = url.hostname.replace(/^www\./, '');
  for (const rule of rules) {
    if (!rule.host.test(host)) continue;
    const match = rule.path.exec(url.pathname);
    if (match !== null) return { rule, feeds: rule.feeds(match, url) };
  }
  return undefined;
}

/** `t` says of which time the best are shown. */
function redditFeed(place: string, part: string | undefined, url: URL): string {
  const time = /^\w+$/.exec(url.searchParams.get('t') ?? '')?.[0];
  const path = part === undefined ? place : `${place}/${part}`;
  return `https://www.reddit.com${path}/.rss${time === undefined ? '' : `?t=${time}`}`;
}
