// What the service passes to the accounts: they read no environment variables themselves.
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import type { Audit } from './audit.ts';

export interface AccountsOptions {
  store: Store;
  clock: Clock;
  /** The address that people and apps use, without a slash at the end: the issuer. Never taken from a Host header. */
  publicUrl: string;
  /** 0: access tokens never expire, and there are no refresh tokens. */
  accessTokenTtlMs: number;
  /** Whether apps may hand over passwords: for development only (RFC 9700 §2.4). */
  passwordGrant: boolean;
  /** Refuses what is merely unwise, such as redirects over plain http. */
  hardened: boolean;
  rateLimits: boolean;
  /** Called with each event worth a line in the log; optional. */
  audit?: Audit;
}
