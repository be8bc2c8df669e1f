// The article behind a post: a web page that is fetched where the feed gives only its beginning.

/** Why a page gave no article. */
export type ArticleFailure =
  | 'no-address' //  the post has no page of its own
  | 'robots' //      the site asks robots to stay away from it
  | 'refused' //     4xx
  | 'needs-login'
  | 'bot-wall'
  | 'not-found'
  | 'too-many' //    429
  | 'unreachable'
  | 'not-a-page' //  a picture, a sound file, some other kind of document
  | 'no-article' //  nothing on the page looks like an article
  | 'no-more' //     the feed itself gives just as much
  | 'too-heavy'; //  too large, or too much work to read

export interface FullText {
  /** Sanitised HTML. */
  content: string;
  fetchedAt: number;
}

/** Whether the failure may be gone tomorrow. */
export function isPassing(failure: ArticleFailure): boolean {
  return failure === 'unreachable' || failure === 'too-many';
}

/** The sentence for a person. As with feeds, it does not say in which way a site could not be reached. */
export function failureSentence(failure: ArticleFailure): string {
  switch (failure) {
    case 'no-address':
      return 'The feed names no page for this post';
    case 'robots':
      return 'The site asks robots to stay away from this page, and so we do';
    case 'refused':
      return 'The site refuses to give the page to us';
    case 'needs-login':
      return 'The site asks for a name and a password';
    case 'bot-wall':
      return 'The site lets only browsers in';
    case 'not-found':
      return 'The site has nothing at the address of this post any more';
    case 'too-many':
      return 'The site asks us to come less often, and so we wait';
    case 'unreachable':
      return 'The site cannot be reached, or has an error of its own';
    case 'not-a-page':
      return 'The address of this post leads to something that is no web page';
    case 'no-article':
      return 'No article was found in the page';
    case 'no-more':
      return 'The page has no more text than the feed gives';
    case 'too-heavy':
      return 'The page takes too much work to read';
  }
}
