// For `assert.rejects`: whether an error is a Refusal of a kind.
import { Refusal, type RefusalCode } from '../../model/refusal.ts';

export function refuses(code: RefusalCode): (error: unknown) => boolean {
  return (error) => error instanceof Refusal && error.code === code;
}
