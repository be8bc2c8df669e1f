// Which parts of the client the reader's bundle goes without, and which come behind the list: plugins of esbuild.
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Parts of the client that the reader never asks for: its checks of the contract bring the schemas, and people sign in on pages. */
const unusedOfClient = {
  'validation.ts': 'export {}',
  'sign-in.ts': 'export const createSignIn = () => ({}); export const renewTokens = undefined;',
};

export const withoutUnused = {
  name: 'without-unused',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^\.\/(?:validation|sign-in)\.ts$/ }, ({ path, importer }) =>
      importer.includes('/client/') ? { path: basename(path), namespace: 'nothing' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'nothing' }, ({ path }) => ({
      contents: unusedOfClient[/** @type {keyof typeof unusedOfClient} */ (path)],
    }));
  },
};

/** Parts of the client that only screens call, as its files and its names say them. They come behind the list, in one chunk. */
const laterOfClient = {
  account: 'account',
  admin: 'admin',
  'app-passwords': 'appPasswords',
  health: 'health',
  retention: 'retention',
  transfer: 'transfer',
};

export const clientLater = {
  name: 'client-later',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    const client = resolve(root, '../client/src');
    const file = new RegExp(`^\\./extensions/(${Object.keys(laterOfClient).join('|')})\\.ts$`);
    build.onResolve({ filter: file }, ({ path, importer }) =>
      importer.includes('/client/') ? { path: basename(path, '.ts'), namespace: 'later-part' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'later-part' }, ({ path }) => {
      const name = laterOfClient[/** @type {keyof typeof laterOfClient} */ (path)];
      // Its paths join those of the client when it comes (client/src/routes.ts).
      const contents = `import { later } from ${JSON.stringify(`${root}src/data/later-client.ts`)};
        import { routes } from ${JSON.stringify(`${client}/routes.ts`)};
        export const ${name}Routes = {};
        export const ${name}Methods = (call) => later(async () => {
          const parts = await import('later-parts');
          Object.assign(routes, parts.${name}Routes);
          return parts.${name}Methods(call);
        });`;
      return { contents, resolveDir: root };
    });
    build.onResolve({ filter: /^later-parts$/ }, ({ path }) => ({ path, namespace: 'later-parts' }));
    build.onLoad({ filter: /.*/, namespace: 'later-parts' }, () => ({
      // On top of the entry, as all that is loaded later (build.mjs): otherwise what both need is a file of its own.
      contents: [
        `import ${JSON.stringify(`${root}src/main.tsx`)};`,
        ...Object.keys(laterOfClient).map(
          (path) => `export * from ${JSON.stringify(`${client}/extensions/${path}.ts`)};`,
        ),
      ].join('\n'),
      resolveDir: root,
    }));
  },
};
