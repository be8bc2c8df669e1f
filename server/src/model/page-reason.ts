// Why a page of the service refused a person, in codes that only those pages use: apps meet few of these refusals and need only their kind.

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
