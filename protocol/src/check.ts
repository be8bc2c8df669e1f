/** Checks raw input against a schema and says in one sentence what is wrong with it. */

import type { z } from 'zod';
import type { OAuthErrorCode } from './errors.ts';

/**
 * What an issue may add to its sentence: a list that is well-formed but too long is a 413, and some parameters of
 * the OAuth endpoints have their own error code.
 */
export type Fault = { status?: 413; error?: OAuthErrorCode };

export type Checked<Value> =
  | { ok: true; value: Value }
  | {
      ok: false;
      /** 413: a list has more ids than a call may carry. 400: everything else. */
      status: 400 | 413;
      /** For a person: `Cannot list items: limit is 500, must be 1 to 200`. */
      message: string;
      /** The parameter at fault; absent if it is the whole input, such as a body that is not an object. */
      parameter?: string;
      /** The OAuth code, if the parameter has one of its own; otherwise the endpoint's usual code applies. */
      error?: OAuthErrorCode;
    };

/**
 * Returns the typed value of raw parameters, or the first thing that is wrong with them. `action` says what was attempted, as it
 * follows "Cannot": `list items`. Parameters that the schema does not know are ignored; an empty one counts as missing
 * where it is required.
 */
export function check<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  action: string,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(raw);
  if (result.success) return { ok: true, value: result.data };
  const issue = result.error.issues[0];
  const parameter = issue?.path[0]?.toString();
  const fault: Fault = issue?.code === 'custom' ? (issue.params ?? {}) : {};
  const what = parameter === undefined ? issue?.message : `${parameter} ${issue?.message}`;
  return {
    ok: false,
    status: fault.status ?? 400,
    message: `Cannot ${action}: ${what}`,
    ...(parameter === undefined ? {} : { parameter }),
    ...(fault.error === undefined ? {} : { error: fault.error }),
  };
}
