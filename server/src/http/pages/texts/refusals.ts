// Which refusals the pages say in every language: by the word for the reason, or at least by the kind. English has the sentence itself.
import type { PageReason } from '../../../model/page-reason.ts';
import type { RefusalCode } from '../../../model/refusal.ts';
import type { RefusalReason } from '../../../model/refusal-reason.ts';

/** The reasons of apps and of the reader that these pages meet, too. */
type SharedReason = Extract<
  RefusalReason,
  | 'name-taken'
  | 'name-empty'
  | 'name-too-long'
  | 'password-wrong'
  | 'password-too-short'
  | 'password-too-long'
  | 'code-wrong'
  | 'too-many-tries'
  | 'too-many-kept'
  | 'passkey-known'
  | 'passkey-failed'
  | 'open-too-long'
  | 'no-longer-kept'
  | 'undone-already'
  | 'removed-already'
>;

/** The kinds that say enough by themselves. The others are of forms that no page of ours sends. */
type Kind = Extract<RefusalCode, 'not-found' | 'forbidden' | 'wrong-method' | 'too-large' | 'too-many'>;

/** Whole sentences. */
export type Refusals = Readonly<Record<PageReason | SharedReason | Kind, string>>;
