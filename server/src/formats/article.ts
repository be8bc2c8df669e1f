// The article that was found in a web page.

export type ArticleReading =
  /** Sanitised HTML with absolute addresses, and how many characters of text it has. */
  { kind: 'article'; content: string; length: number } | { kind: 'no-article'; why: NoArticleWhy };

export type NoArticleWhy = 'too-complex' | 'nothing-found';
