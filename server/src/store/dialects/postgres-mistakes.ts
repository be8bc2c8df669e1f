// What PostgreSQL says of an address that is wrong, as a sentence for whoever has written it: waiting would not mend that.
import { StoreUnavailable } from '../store.ts';

/** SQLSTATE of a user who may not come in, a database or a schema that is not there, and one in which we may make nothing. */
const REFUSED = /^(28...|3D000|3F000|42501)$/;

/** What the driver says of a server without TLS, without a code; and codes of OpenSSL and of Node for certificates that are not believed. */
const NO_TLS = /^The server does not support SSL connections/;
const NOT_BELIEVED = /^(ERR_TLS_|CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_)/;
/** A file that the address names (`sslrootcert`) and that cannot be read; what the network says has no path. */
const OF_A_FILE = /^E[A-Z]+$/;

/** The sentence, if it is a mistake of the settings. */
export function mistakeOf(error: unknown): Error | undefined {
  // A name that nobody knows is taken for a network that is away, which it is once the house is open.
  const said = error instanceof StoreUnavailable ? error.cause : error;
  if (!(said instanceof Error)) return undefined;
  if (NO_TLS.test(said.message))
    return new Error('Cannot use the database: the server has no TLS, which the address asks for (sslmode)', {
      cause: error,
    });
  if (!('code' in said)) return undefined;
  if (said.code === 'ENOTFOUND' && 'hostname' in said)
    return new Error(`Cannot use the database: there is no host called ${said.hostname}`, { cause: error });
  const code = String(said.code);
  const isOfFile = OF_A_FILE.test(code) && 'path' in said;
  if (!REFUSED.test(code) && !NOT_BELIEVED.test(code) && !isOfFile) return undefined;
  return new Error(`Cannot use the database: ${said.message}`, { cause: error });
}
