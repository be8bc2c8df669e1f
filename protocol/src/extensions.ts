/** How a service announces its features beyond the contract: an extension's identifier and where it is documented. */

import * as z from 'zod';

/**
 * The identifier of an extension, in reverse domain style (`com.example.tags`). What an extension adds to an entity is
 * in the entity under this key, never beside the standard fields.
 */
export const extensionIdentifier = z
  .string()
  .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: 'is not a reverse domain name' });

/** The `extensions` of an Instance: identifier → URL of the documentation. */
export const extensions = z
  .record(extensionIdentifier, z.url())
  .meta({ description: 'Identifier of an extension → URL of its documentation.' });
export type Extensions = z.infer<typeof extensions>;
