// Why a person was refused on a page of the service, in words that only those pages say: apps meet few of these refusals, and do with their kind.

export type PageReason =
  | 'name-not-allowed'
  | 'confirm-first'
  | 'password-or-code-wrong'
  | 'passkey-unknown'
  | 'passkey-of-another'
  | 'codes-on'
  | 'codes-off'
  | 'codes-begin-again'
  | 'sign-in-over'
  | 'set-up-code-wrong'
  | 'set-up-over'
  | 'invitation-over'
  | 'app-unknown'
  | 'app-address-unknown'
  | 'app-address-plain'
  | 'other-site'
  | 'cookie-missing'
  | 'page-outdated';
