import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';
import { project } from '../project.ts';

const namespace = 'core';

/**
 * Keeps the modules that an entry loads before it runs in one chunk. The bundler makes a chunk for each set
 * of entries that share modules, and a module that is imported late is an entry for it. One chunk loads in
 * half the time of fifty small ones. Therefore all entries import all of these modules.
 * @param graph the import graph of the same build without this plugin
 * @param entries paths from the project; the modules of the first one are the core
 */
export function oneCore(graph: Metafile, entries: readonly [string, ...string[]]): Plugin {
  const modules = loadedBy(graph, entries[0]);
  const late = Object.values(graph.inputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path, external }) => (kind === 'dynamic-import' && !external ? [path] : [])),
  );
  const importers = new Set([...entries, ...late.filter((file) => isOwn(file) && !modules.includes(file))]);
  return {
    name: 'one core',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^core:$/ }, () => ({ path: 'modules', namespace }));
      onLoad({ filter: /./, namespace }, () => ({
        contents: modules.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
        resolveDir: project,
      }));
      onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
        const file = path.slice(project.length).replaceAll('\\', '/').replace(/^\//, '');
        if (!importers.has(file)) return undefined;
        return {
          contents: `${await readFile(join(project, file), 'utf8')}\nimport 'core:';\n`,
          loader: 'ts',
        };
      });
    },
  };
}

/** The modules that an entry loads before it runs, without the entry. */
function loadedBy({ inputs }: Metafile, entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen)
    for (const { kind, path, external } of inputs[file]?.imports ?? [])
      if (!external && kind !== 'dynamic-import') seen.add(path);
  return [...seen].filter((file) => file !== entry && isFile(file));
}

/** Whether an input is a file. The path of a generated module of a plugin begins with a namespace. */
const isFile = (file: string): boolean => !/^[\w-]{2,}:/.test(file);
const isOwn = (file: string): boolean =>
  isFile(file) && !file.includes('node_modules/') && file.endsWith('.ts');
