// What was compiled at one start is kept for the next: types are taken out of some hundred files only once.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { preferCompileCache } from '../config.ts';

/** Beside the packages, which only who installs may write; in a folder for everybody, somebody else could put there what we then run. */
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/courant', import.meta.url));

/**
 * For this thread and those that it starts; it is written when the process ends. A start took a third less of the processor's time
 * with it, and 9 MB less were in use afterwards; set in the environment, as `npm start` does, it spares this thread the program that
 * strips types as well, which is 18 MB more. Where nothing can be written, everything is compiled each time.
 */
export function keepCompiled(folder = FOLDER): void {
  if (preferCompileCache(folder)) enableCompileCache(folder);
}
