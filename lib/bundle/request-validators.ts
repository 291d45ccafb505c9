import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import standalone from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'esbuild';
import { type OperationName, operations } from '../api.generated.ts';
import { compilerOf, type RequestPart } from '../contract/compile-checks.ts';
import { type FunctionSpec, routesOf } from '../functions/spec.ts';
import { functions } from '../functions.ts';
import { project } from '../project.ts';

const api = join(project, 'functions', 'api');
const parts = ['path', 'query', 'header', 'body'] as const satisfies readonly RequestPart[];

/**
 * Replaces the module that would compile checks of requests at run time by compiled checks. Each route has
 * only the checks of its own operation. The bundle has no schema of another operation and no compiler.
 */
export const compiledChecks: Plugin = {
  name: 'compiled checks',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /pipeline[\\/]request-validators\.ts$/ }, () => ({ contents: registry, loader: 'js' }));
    onLoad({ filter: /functions[\\/]api[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      const names = dirname(path) === api ? operationsOf(`api/${basename(path, '.ts')}`) : [];
      if (names.length === 0) return undefined;
      return { contents: `${await readFile(path, 'utf8')}\n${names.map(bringing).join('')}`, loader: 'ts' };
    });
    onResolve({ filter: /^checks:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'checks' }));
    onLoad({ filter: /./, namespace: 'checks' }, ({ path }) => {
      const [name = '', part = ''] = path.split('/');
      return {
        contents: checkCode(name as OperationName, part as RequestPart),
        loader: 'js',
        resolveDir: project,
      };
    });
  },
};

/**
 * The generated module finds the checks by operation, because functions that share chunks share this module
 * too.
 */
const registry = `
const known = new Map();
export const register = (name, checks) => known.set(name, checks);
export const checkOf = (name, part) => known.get(name)[part];
`;

/** The operations that a function answers. */
function operationsOf(name: string): readonly OperationName[] {
  const spec = (functions as readonly FunctionSpec[]).find((one) => one.name === name);
  const routes = new Set(spec && routesOf(spec));
  const all = Object.entries(operations) as [OperationName, (typeof operations)[OperationName]][];
  return all.filter(([, { method, path }]) => routes.has(`${method} ${path}`)).map(([each]) => each);
}

function bringing(name: OperationName, n: number): string {
  const imports = parts.map((part) => `import $${part}${n} from 'checks:${name}/${part}';`);
  return `
import { register as $register${n} } from './pipeline/request-validators.ts';
${imports.join('\n')}
$register${n}('${name}', { ${parts.map((part) => `${part}: $${part}${n}`).join(', ')} });
`;
}

function checkCode(name: OperationName, part: RequestPart): string {
  const { ajvFor, compile } = compilerOf({ source: true, esm: true });
  const check = compile(name, part);
  return check === undefined ? 'export default undefined;' : standalone.default(ajvFor(part), check);
}
