// What PostgreSQL says of an address that is wrong, as a sentence for whoever has written it: waiting would not mend that.
import { StoreUnavailable } from '../store.ts';

/** SQLSTATE of a user who may not come in, a database or a schema that is not there, and one in which we may make nothing. */
const REFUSED = /^(28...|3D000|3F000|42501)$/;

/** The sentence, if it is a mistake of the settings. */
export function mistakeOf(error: unknown): Error | undefined {
  // A name that nobody knows is taken for a network that is away, which it is once the house is open.
  const said = error instanceof StoreUnavailable ? error.cause : error;
  if (!(said instanceof Error && 'code' in said)) return undefined;
  if (said.code === 'ENOTFOUND' && 'hostname' in said)
    return new Error(`Cannot use the database: there is no host called ${said.hostname}`, { cause: error });
  if (!REFUSED.test(String(said.code))) return undefined;
  return new Error(`Cannot use the database: ${said.message}`, { cause: error });
}
