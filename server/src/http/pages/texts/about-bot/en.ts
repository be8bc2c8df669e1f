// The page about the crawler, in English. Text between backticks is code; `about-bot.test.ts` compares all figures across languages.

export const en = {
  title: 'About our crawler',
  sub: 'Someone on {host} follows your site with {name}, a feed reader. That is why it visits you.',
  known: 'How to recognise it',
  knownBy:
    'Its `User-Agent` begins with `Courant/` and a version, and contains the address of this server. It fetches feeds; a page, to find the feed that it links to; if it links to none, up to 5 usual addresses of feeds (`/feed`, `/rss.xml`); the article behind a post, if a reader here asks for it or for all articles of a feed; the pictures of a post, when someone here first looks at them; and the icon of a site whose feed someone follows: the picture that the feed names, or your front page and what that names, or `favicon.ico`, once in 30 days. It sends no cookies and no referrer, runs no scripts, and never poses as a browser. However many people here follow a feed, it is fetched once for all of them, and so is a picture.',
  slower: 'How to slow it down',
  floor:
    'By default it visits a feed at most once in 1 hour, and a feed that publishes little much less often. Only you can make that more often (`max-age`, `ttl`, your WebSub hub): at most once in 15 minutes.',
  fresh:
    '`Cache-Control: max-age` and `ttl` say how long a document stays fresh: by default it does not come back earlier, for up to 7 days and 1 day respectively. `skipHours` and `skipDays` are respected.',
  retry:
    '`Retry-After` with a `429` or `503` applies to your whole host, for up to 30 days; a `429` without it, for 4 hours. Where strangers share a domain, as at `github.io`, it applies to what was asked for, and to the others there for at most 1 day (`429`) or 4 hours (`503`). Each `429` for a feed makes visits to your host less frequent.',
  unchanged:
    '`ETag` and `Last-Modified` are sent back to you, so an unchanged feed costs only a `304`. A feed with neither is visited once in 1 day, unless it names a shorter time. Of a document, at most 10 MB are fetched, or 25 MB unpacked; a longer one cannot be read here.',
  gap: 'A host gets one visit at a time, with 1 second between two, or up to 10 minutes after a `429`. Once it says that nothing more is allowed (`X-RateLimit-Remaining: 0`), it is left alone until `X-RateLimit-Reset`, for up to 1 hour, or 1 day with a `429`.',
  refresh:
    'Someone here who presses refresh can cause an earlier visit, once in 10 minutes, but never before `Retry-After` is over.',
  stop: 'How to stop it',
  robots:
    '`robots.txt` keeps it away from articles, from your front page and from `favicon.ico`, by the name `Courant` or `*`; `Crawl-delay` is respected, up to 30 seconds. Feeds are looked for and fetched because someone here wants them, whatever it says. An article is fetched once for everyone here; a failure is not retried for 30 days. If your site could not be reached, or had an error of its own, it is retried after 1 hour and then after 4 hours, and then not for 1 day.',
  gone: '`410 Gone`, repeated 1 day later, ends the visits to that address. If someone follows it again, it is asked once more.',
  forbidden:
    '`403 Forbidden`, or a block on `Courant` in the `User-Agent`, makes visits rare: the next one comes after 4 hours, later ones after up to 1 day, and after 14 days of it one every 7 days.',
  elsewhere: 'Courant on other servers',
  elsewhereHint:
    'Courant is free software that anyone can run. This page speaks for {host} only; the address in the `User-Agent` tells you which server visited you.',
} as const;

/** The same in another language. */
export type AboutBot = Readonly<Record<keyof typeof en, string>>;
