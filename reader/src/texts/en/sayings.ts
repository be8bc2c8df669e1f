// What the service says of feeds and imports, in English, by its word for it (`code`): see refusals.ts for why something was refused or failed.
// In English the reader shows the service's own sentence instead (`saying`), so these are for translators; a test compares those with numbers.

export const enSayings = {
  'said.sentence': '{sentence}.',
  'said.new-posts': 'The feed was read and has something new',
  'said.nothing-new': 'The feed was read and has nothing new',
  'said.unchanged': 'The feed has not changed since the last visit',
  'said.moved': 'The feed has moved for good and is now read from its new address',
  'said.page-instead': 'The address gives a web page and not a feed',
  'said.not-visited': 'The feed has not been visited yet',
  'said.visited-just-now': 'The feed was visited just now; it can be visited again in a few minutes',
  'said.visited-for-others': 'The site is being visited for others just now; try again in a minute',
  'said.no-such-feed': 'That feed is no longer there',
  'said.read-elsewhere': 'The feed is now read from its new address',
  'said.same-feed': 'The address gives the feed that you already follow',
  'said.kept': 'The feed is kept for its items and is no longer visited',
  'said.left': 'The feed is no longer followed',
  'said.ask-owner': 'Ask the owner of the site to let feed readers in',
  'said.give-login': 'Follow it with the name and password in its address',
  'said.feed-not-followed': 'No feed of this site is followed: follow one, and try again',
  'said.proposal-moved': 'The feed says that it has moved; after a day it will be read from there',
  'said.proposal-found': 'Follow the feed that the page names instead',
  'said.proposal-accept': 'Accept the feed that is there now, or stop following it',
  'said.proposal-unfollow': 'Nothing can be done: stop following it, or keep it for its posts',
  'said.too-many-outlines': {
    one: 'The document has more than {count} outline: the rest is not read',
    other: 'The document has more than {count} outlines: the rest is not read',
  },
  'said.too-many-groups': {
    one: 'The document has more than {count} group: the rest is left out',
    other: 'The document has more than {count} groups: the rest is left out',
  },
  'said.too-many-feeds': {
    one: 'The document has more than {count} feed: the rest is left out',
    other: 'The document has more than {count} feeds: the rest is left out',
  },
  'said.too-many-tags': {
    one: 'Some items have more than {count} tag: the rest is left out',
    other: 'Some items have more than {count} tags: the rest is left out',
  },
  'said.newer-file': 'The file was written by a newer Courant: what is unknown is left out',
  'said.unreadable-lines': {
    one: '{count} line of the file cannot be read',
    other: '{count} lines of the file cannot be read',
  },
  'said.items-without-feed': {
    one: '{count} item names no feed that can be followed: left out',
    other: '{count} items name no feed that can be followed: left out',
  },
  'said.feeds-without-address': {
    one: '{count} source has no address of a feed: left out',
    other: '{count} sources have no address of a feed: left out',
  },
  'said.unknown-files': {
    one: '{count} file of the archive is left out: not of a kind to import',
    other: '{count} files of the archive are left out: not of a kind to import',
  },
  'said.waiting-feeds': {
    one: '{count} feed waits for its site, which is busy or cannot answer at the moment',
    other: '{count} feeds wait for their sites, which are busy or cannot answer at the moment',
  },
  'said.silent-feeds': {
    one: '{count} feed gives nothing at the moment: followed anyway, with what the document has',
    other: '{count} feeds give nothing at the moment: followed anyway, with what the document has',
  },
} as const;
