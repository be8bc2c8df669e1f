// The page about the crawler, in English. Text between backticks is code; `about-bot.test.ts` compares all figures across languages.

export const en = {
  title: 'About our crawler',
  sub: 'Somebody on {host} follows your site with {name}, a feed reader. That is why we call.',
  known: 'How to know it',
  knownBy:
    'Its `User-Agent` begins with `Courant/` and a version, and holds the address of this server. It fetches feeds, a page to find the feed that it announces, the article behind a post where a reader here asks for it or for all of a feed, the pictures of a post when somebody here first looks at them, and the icon of a site whose feed somebody follows: the picture that the feed names, or your front page and what that names, or `favicon.ico`, once in 30 days. It sends no cookies and no referrer, runs no scripts, and never poses as a browser. However many people here follow a feed, it is fetched once for all of them, and so is a picture.',
  slower: 'How to slow it down',
  floor:
    'By itself it visits a feed at most once in 1 hour, and a feed that publishes little much more rarely. Only your own word for it (`max-age`, `ttl`, your WebSub hub) can make that more: once in 15 minutes at most.',
  fresh:
    '`Cache-Control: max-age` and `ttl` say how long a document stays fresh: by itself it does not come back before, for up to 7 days and 1 day. `skipHours` and `skipDays` are kept.',
  retry:
    '`Retry-After` with a `429` or `503` holds for your whole host, for up to 30 days; a `429` without it for 4 hours. Each `429` makes the visits to your host rarer.',
  unchanged:
    '`ETag` and `Last-Modified` come back to you, so a `304` is all that an unchanged feed costs. A feed with neither is visited once in 1 day, unless it names a shorter time.',
  gap: 'A host gets one visit at a time, with 1 second between two.',
  refresh:
    'A person here who presses refresh may ask sooner, once in 10 minutes, but never before `Retry-After` is over.',
  stop: 'How to stop it',
  robots:
    '`robots.txt` keeps it from articles, from your front page and from `favicon.ico`, by the name `Courant` or `*`; `Crawl-delay` is kept, up to 30 seconds. Feeds are fetched because somebody follows them, whatever it says. An article is fetched once for everybody here; a failure is not tried again for 30 days, or 1 day where your site could not be reached.',
  gone: '`410 Gone`, said again 1 day later, ends the visits to that address. Should somebody follow it anew, it is asked once more.',
  forbidden:
    '`403 Forbidden`, or a block on `Courant` in the `User-Agent`, makes them rare: the next comes after 4 hours, later ones after up to 1 day, and after 14 days of it one in 7 days.',
  elsewhere: 'Courant on other servers',
  elsewhereHint:
    'Courant is free software that anybody may run. This page speaks for {host} only; the address in the `User-Agent` tells which server called.',
} as const;

/** The same in another language. */
export type AboutBot = Readonly<Record<keyof typeof en, string>>;
