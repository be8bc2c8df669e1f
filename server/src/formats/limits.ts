// How much of a document is read: every bound of this room with its reason.

export const limits = {
  /** The largest honest feeds (podcasts with all their show notes) stay under 20 MB; more is an archive or an attack. */
  documentBytes: 25_000_000,
  /** XHTML in honest posts nests 40 deep at most; deeper elements are flattened into their parent. */
  depth: 256,
  /** Enough for the first visit of a long archive; later visits want the newest posts, which most feeds write first. */
  posts: 2_000,
  /** How many of these are from the end of a longer document: some feeds grow at their end, and a visit stores no more than this. */
  lastPosts: 500,
  /** 2,000 posts of 250 elements; each costs about 150 bytes, so a tree stays under 100 MB. Those of posts that are not kept count too, as they take time. */
  elements: 500_000,
  /** No format knows more than 15; the rest of an element's attributes is left out. */
  attributes: 100,
  /** Prefixes in scope at one time: honest feeds have 30, and each declaration copies the scope around it. */
  namespaces: 60,
  /** Nested `xml:base`s: Atom has a use for three. */
  bases: 16,
  /** One field, in characters: a long book chapter is 100,000. */
  fieldChars: 1_000_000,
  /** Titles and names, in characters: what fits in a list. */
  titleChars: 1_000,
  /** Addresses, in characters: what servers and browsers accept. */
  urlChars: 8_192,
  /**
   * How many characters longer than its HTML a field may become, and than twice the document all posts together. Short addresses that are relative
   * to a long one made 300 MB of five; honest ones add a tenth.
   */
  fieldGrowth: 2_000_000,
  documentGrowth: 10_000_000,
  /** A longer identifier is replaced by its hash, so that an index can hold it. */
  guidChars: 2_000,
  categories: 50,
  categoryChars: 200,
  enclosures: 100,
  /** Pictures beside the words of a post: those of the fediverse have 4, 16 or 20, galleries as many as there may be files. */
  pictures: 100,
  /** The start of a post's text: the title of an untitled post. */
  textChars: 300,
  warnings: 20,
  /** A date with weekday, month and zone in full is 60 characters long. */
  dateChars: 100,
  /** Signs that are mended in JSON: 2,000 posts of 100 lines. */
  jsonRepairs: 200_000,
  /** How far the encoding is looked for: the XML declaration comes first, and HTML requires its meta in the first 1,024 bytes. */
  encodingBytes: 2_048,
  /** Tags before the root: a PHP warning or two, not a page. */
  tagsBeforeRoot: 200,
  /** Nesting in a post's HTML; deeper elements are unwrapped. Quotations in mails nest 30 deep. */
  htmlDepth: 100,
  /** The parser's stack of open elements costs the square of its depth. Unclosed paragraphs count, and old pages have many. */
  htmlParserDepth: 2_000,
  /** Nesting of a formula: continued fractions in honest ones are ten deep. */
  mathDepth: 60,
  /** Letters in a part of a post that is not displayed: more than these are no remark for machines, but something that a script unfolds. */
  hiddenChars: 500,
  /** A `data:` picture, in characters: an icon or a blurred preview, not a photograph. */
  dataImageChars: 65_536,
  srcsetChars: 16_384,
  srcsetCandidates: 40,
  /** One pass cleans, a second confirms; elements that close one another may need a third and a fourth. */
  sanitisePasses: 6,
  /** Feeds a page announces: a site with one for each of its sections. */
  pageFeeds: 30,
  pageHubs: 10,
  /** Sites name a dozen sizes for all kinds of screens. */
  pageIcons: 40,
  /** Elements of a page that is searched for its article: each costs a kilobyte and 0.1 ms there. */
  articleTags: 20_000,
  /** Pieces of its text between tags and escaped signs: each takes 5 µs. Three for each element. */
  articleSigns: 60_000,
  /** Pages of editors and frameworks nest 100 deep at most; a depth of 1,000 costs a second, 2,000 four seconds. */
  articleDepth: 500,
  /** Real pages have 20 at most; looking at all of an element's costs the square of their number, 10,000 four seconds. */
  articleAttributes: 100,
  /** Thirty long addresses of one picture in all its sizes; Readability's search of 16,000 characters takes half a second at worst, and a page that has many of them ends its thread. */
  articleAttributeChars: 16_000,
  /** Fewer characters than this are a teaser, a consent wall or an error, not an article. */
  articleLeastChars: 250,
  /** How far `<opml>` is looked for: a prologue, a comment or a licence may come first. */
  opmlStartChars: 4_096,
  /** Ten times what the feeds of the largest honest list need. */
  opmlOutlines: 200_000,
  /** The most that anybody is known to follow is some 5,000. */
  opmlFeeds: 20_000,
  opmlGroups: 2_000,
  opmlGroupsOfFeed: 100,
  /** Nested folders: beyond this a folder's feeds go into the one around it. */
  opmlDepth: 8,
  /** What a group may be called, in characters (contract, Reads and writes). */
  opmlTitleChars: 200,
} as const;
