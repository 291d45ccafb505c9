import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { compilerOf, type Place } from '../../functions/api/pipeline/compile-checks.ts';
import { type OperationName, operations } from '../api.generated.ts';
import { project } from '../project.ts';

const api = join(project, 'functions', 'api');
const places = ['path', 'query', 'header', 'body'] as const satisfies readonly Place[];

/**
 * Puts compiled checks of requests in the place of the module that would compile them at run time. Each route brings those
 * of its own operation along: what is left of the schemas of all others, and of their compiler, is nothing.
 */
export const compiledChecks: Plugin = {
  name: 'compiled checks',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /pipeline[\\/]request-checks\.ts$/ }, () => ({ contents: registry, loader: 'js' }));
    onLoad({ filter: /functions[\\/]api[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const name = basename(path, '.ts');
      if (dirname(path) !== api || !Object.hasOwn(operations, name)) return undefined;
      return { contents: `${await readFile(path, 'utf8')}\n${bringing(name)}`, loader: 'ts' };
    });
    onResolve({ filter: /^checks:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'checks' }));
    onLoad({ filter: /./, namespace: 'checks' }, ({ path }) => {
      const [name = '', place = ''] = path.split('/');
      return {
        contents: checkCode(name as OperationName, place as Place),
        loader: 'js',
        resolveDir: project,
      };
    });
  },
};

/** Functions that share chunks share this too, so it knows the checks by operation. */
const registry = `
const known = new Map();
export const register = (name, checks) => known.set(name, checks);
export const checkOf = (name, place) => known.get(name)[place];
`;

const bringing = (name: string): string => `
import { register as $register } from './pipeline/request-checks.ts';
${places.map((place) => `import $${place} from 'checks:${name}/${place}';`).join('\n')}
$register('${name}', { ${places.map((place) => `${place}: $${place}`).join(', ')} });
`;

function checkCode(name: OperationName, place: Place): string {
  const { ajvFor, compile } = compilerOf({ source: true, esm: true });
  const check = compile(name, place);
  return check === undefined ? 'export default undefined;' : standalone.default(ajvFor(place), check);
}
