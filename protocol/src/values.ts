/** The plain values that entities are made of. */

import * as z from 'zod';
import { maxId } from './limits.ts';

/** A positive integer up to 2^53-1. */
export const id = z.int().min(1).max(maxId).meta({ description: 'A positive integer.' });

/** ISO 8601 in UTC with milliseconds: `2026-11-20T08:30:00.000Z`. */
export const dateTime = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 in UTC with milliseconds.', examples: ['2026-11-20T08:30:00.000Z'] });

/** A number of things. */
export const count = z.int().min(0);
