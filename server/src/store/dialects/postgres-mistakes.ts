// Turns PostgreSQL's errors about a wrong address into a sentence for whoever has written it: waiting would not help.
import { StoreUnavailable } from '../store.ts';

/** SQLSTATEs of a user who is not let in, a missing database, a missing schema, and a schema in which we may create nothing. */
const REFUSED = /^(28...|3D000|3F000|42501)$/;
/** SQLSTATEs of a parameter (`options`) that the server does not know, or whose value it does not take, if they end a connection. */
const NOT_UNDERSTOOD = /^(22|42)/;

/**
 * Codes of OpenSSL and of Node for certificates that are not trusted: the server's by us, ours by the server, or ours with a key that
 * does not fit.
 */
export const NOT_BELIEVED = /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;
/** What the driver says, without a code, of a server without TLS. */
const NO_TLS = /^The server does not support SSL connections/;
/** What the driver says, without a code, if the server asks for a password and there is none. */
export const NO_PASSWORD = /client password must be a (non-empty )?string$/;
/**
 * The code of a file that the address names (`sslrootcert`) and that cannot be read. Errors of the network have such codes too,
 * but no path.
 */
const OF_A_FILE = /^E[A-Z]+$/;

/** The sentence, if the settings are wrong. */
export function mistakeOf(error: unknown): Error | undefined {
  // An unknown host name also arrives as StoreUnavailable. While the service runs, it does mean that the network is away.
  const said = error instanceof StoreUnavailable ? error.cause : error;
  if (!(said instanceof Error)) return undefined;
  const reason = reasonOf(said);
  return reason === undefined ? undefined : new Error(`Cannot use the database: ${reason}`, { cause: error });
}

function reasonOf(said: Error): string | undefined {
  if (NO_TLS.test(said.message)) return 'the server has no TLS, which the address asks for (sslmode)';
  if (NO_PASSWORD.test(said.message))
    return 'the server asks for a password, and neither the address nor PGPASSWORD or PGPASSFILE has one';
  if (!('code' in said)) return undefined;
  if (said.code === 'ENOTFOUND' && 'hostname' in said) return `there is no host called ${said.hostname}`;
  const code = String(said.code);
  // A socket to which we may not connect is such a file too. One that is missing is made when its server starts.
  const isOfFile = (OF_A_FILE.test(code) && 'path' in said) || code === 'EACCES';
  const isOfParameter = 'severity' in said && said.severity === 'FATAL' && NOT_UNDERSTOOD.test(code);
  const isMistake = REFUSED.test(code) || NOT_BELIEVED.test(code) || isOfFile || isOfParameter;
  return isMistake ? said.message : undefined;
}
