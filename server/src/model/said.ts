// What is told to a person: a sentence, and a word of a closed list by which apps say it in the person's language.
import type { SiteReason } from './refusal-reason.ts';

export interface Said {
  sentence: string;
  /** As coarse as the sentence. Undefined: it was written down before there were words. */
  code: SaidCode | undefined;
}

export type SaidCode =
  | SiteReason //          why a visit failed
  | 'new-posts' //         a visit found some
  | 'nothing-new'
  | 'unchanged'
  | 'moved' //             for good; it was read from there
  | 'page-instead' //      of the feed that was there
  | 'not-visited'
  | 'visited-just-now' //  a visit by hand comes too soon
  | 'visited-for-others'
  | 'no-such-feed'
  | 'read-elsewhere' //    what a repair came to
  | 'same-feed'
  | 'kept'
  | 'left'
  | 'ask-owner' //         what only a person can do
  | 'give-login'
  | 'feed-not-followed' // what an import needs
  | LeftOutCode;

/** What was left out of a document, or could not be had: the number belongs to it. */
export type LeftOutCode =
  | 'too-many-outlines' // how many are read
  | 'too-many-groups' //   how many are taken
  | 'too-many-feeds'
  | 'too-many-tags' //     of one item
  | 'newer-file' //        no number
  | 'unreadable-lines' //  how many
  | 'silent-feeds';
