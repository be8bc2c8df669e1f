// A message for a person: a sentence, and a word of a closed list so that apps can say it in the person's language.
import type { SiteReason } from './refusal-reason.ts';

export interface Said {
  sentence: string;
  /** As coarse as the sentence. Undefined: written down before there were codes. */
  code: SaidCode | undefined;
}

export type SaidCode =
  | SiteReason //          why a visit failed
  | 'new-posts' //         a visit found some
  | 'nothing-new'
  | 'unchanged'
  | 'moved' //             permanently; it was read from the new address
  | 'page-instead' //      a web page where the feed was
  | 'not-visited'
  | 'visited-just-now' //  a visit by hand that comes too soon
  | 'visited-for-others'
  | 'no-such-feed'
  | 'read-elsewhere' //    the result of a repair
  | 'same-feed'
  | 'kept'
  | 'left'
  | 'ask-owner' //         what only a person can do
  | 'give-login'
  | 'feed-not-followed' // a feed that an import needs
  | LeftOutCode;

/** What was left out of a document, or could not be fetched; the comment says what the number beside it counts. */
export type LeftOutCode =
  | 'too-many-outlines' // how many are read
  | 'too-many-groups' //   how many are accepted
  | 'too-many-feeds'
  | 'too-many-tags' //     how many on one item
  | 'newer-file' //        no number
  | 'unreadable-lines' //  how many
  | 'items-without-feed' // how many
  | 'feeds-without-address' // how many
  | 'unknown-files' // how many in an archive
  | 'silent-feeds' // how many
  | 'waiting-feeds';
