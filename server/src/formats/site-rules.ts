// Where well-known sites keep the feeds of a page: one rule for each kind of site.

interface Rule {
  /** The host, without `www.`. */
  host: RegExp;
  /** Applied to the path. */
  path: RegExp;
  feeds(match: RegExpExecArray, url: URL): string[];
}

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
    host: /^(?:old\.|new\.)?reddit\.com$/,
    path: /^\/(r|u|user)\/([\w-]+)/,
    feeds: (match) => [`https://www.reddit.com/${match[1] === 'r' ? 'r' : 'user'}/${match[2]}/.rss`],
  },
  {
    host: /^github\.com$/,
    path: /^\/([\w.-]+)\/([\w.-]+?)(?:\.git)?(?:\/(releases|tags|commits)(?:\/([^?]+))?)?\/?$/,
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
    host: /^gitlab\.(?:com|[\w.-]+)$/,
    path: /^\/([\w.-]+(?:\/[\w.-]+)+?)(?:\/-\/(tags|commits|releases)(?:\/([^?]+))?)?\/?$/,
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
    path: /^\/(@?[\w.-]+)/,
    feeds: (match) => [`https://medium.com/feed/${match[1]}`],
  },
  { host: /\.medium\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed`] },
  { host: /\.substack\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed`] },
  { host: /\.tumblr\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/rss`] },
  { host: /^tumblr\.com$/, path: /^\/([\w-]+)/, feeds: (match) => [`https://${match[1]}.tumblr.com/rss`] },
  { host: /\.wordpress\.com$/, path: /^/, feeds: (_, url) => [`${url.origin}/feed/`] },
  { host: /\.blogspot\.[a-z.]+$/, path: /^/, feeds: (_, url) => [`${url.origin}/feeds/posts/default`] },
  {
    host: /^vimeo\.com$/,
    path: /^\/([a-z][\w-]+)\/?$/i,
    feeds: (match) => [`https://vimeo.com/${match[1]}/videos/rss`],
  },
  { host: /\.(?:itch\.io)$/, path: /^/, feeds: (_, url) => [`${url.origin}/devlog.rss`] },
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
  const host = url.hostname.replace(/^www\./, '');
  for (const rule of rules) {
    if (!rule.host.test(host)) continue;
    const match = rule.path.exec(url.pathname);
    if (match !== null) return rule.feeds(match, url);
  }
  return undefined;
}
