// Which refusals the pages translate: by their reason, or at least by their kind. In English, the refusal's own sentence is shown.
import type { PageReason } from '../../../model/page-reason.ts';
import type { RefusalCode } from '../../../model/refusal.ts';
import type { RefusalReason } from '../../../model/refusal-reason.ts';

/** Reasons that apps and the reader translate, and that these pages meet as well. */
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

/** Kinds that are clear without a reason. All others come from forms that no page of ours sends. */
type Kind = Extract<RefusalCode, 'not-found' | 'forbidden' | 'wrong-method' | 'too-large' | 'too-many'>;

/** The translations, as whole sentences. */
export type Refusals = Readonly<Record<PageReason | SharedReason | Kind, string>>;
