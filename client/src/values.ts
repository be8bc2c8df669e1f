/** The values of a call, which a query and a form write in the same way. */

/** By name; what is undefined is left out. */
export type Values = Record<string, string | number | boolean | undefined>;

/** `application/x-www-form-urlencoded`. */
export function encode(values: Values): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.toString();
}

/** An empty list is malformed (contract, Conventions), so it is left out. */
export function toList(ids: readonly number[] | undefined): string | undefined {
  return ids === undefined || ids.length === 0 ? undefined : ids.join();
}
