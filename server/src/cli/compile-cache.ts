// Keeps what one start has compiled for the next: types are stripped from some hundred files only once.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { preferCompileCache } from '../config.ts';

/** Beside the packages, where only the installing user may write; in a shared folder, somebody else could put code there for us to run. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/courant', import.meta.url));

/**
 * For this thread and those that it starts; written when the process ends. If the folder is not writable, everything is compiled each
 * time, and a start of the bundle takes a tenth longer. Run from source, this thread loads the program that strips types anyway, unless
 * NODE_COMPILE_CACHE is set in the environment beforehand.
 */
export function keepCompiled(folder = FOLDER): void {
  if (preferCompileCache(folder)) enableCompileCache(folder);
}
