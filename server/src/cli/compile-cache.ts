// What was compiled at one start is kept for the next: types are taken out of some hundred files only once.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { preferCompileCache } from '../config.ts';

/** Beside the packages, which only who installs may write; in a folder for everybody, somebody else could put there what we then run. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/courant', import.meta.url));

/**
 * For this thread and those that it starts; it is written when the process ends. Where nothing can be written, everything is compiled
 * each time: a tenth more of a start of the bundle. Of the source as it is, this thread loads the program that strips types all the
 * same, unless NODE_COMPILE_CACHE is set in the environment before.
 */
export function keepCompiled(folder = FOLDER): void {
  if (preferCompileCache(folder)) enableCompileCache(folder);
}
