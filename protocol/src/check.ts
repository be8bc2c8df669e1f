/** Holds raw input against a schema and says in one sentence what is wrong with it. */

import type { z } from 'zod';
import type { OAuthErrorCode } from './errors.ts';

/**
 * What an issue may say beyond its sentence: a list that is well-formed but too long earns a 413, and some parameters of
 * the OAuth endpoints have an error code of their own.
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
      /** The parameter at fault; absent when it is the whole, as with a body that is not an object. */
      parameter?: string;
      /** The OAuth code where the parameter has one of its own; elsewhere the endpoint's ordinary one fits. */
      error?: OAuthErrorCode;
    };

/**
 * Gives the typed value of raw parameters, or the first thing that is wrong with them. `action` is what was asked for, as it
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
