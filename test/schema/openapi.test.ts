import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { apiTypes } from '../../bin/generate/api-types.ts';
import { operations } from '../../lib/api.generated.ts';
import { largeReplyUrlS } from '../../lib/facts.ts';
import { functions, machineRoutes } from '../../lib/functions.ts';

const file = (name: string): URL => new URL(`../../${name}`, import.meta.url);

test('lib/api.generated.ts is what npm run generate writes', async () => {
  assert.equal(await readFile(file('lib/api.generated.ts'), 'utf8'), await apiTypes());
});

test('every route has its operation, and an operation and its function share a name', () => {
  const routes = functions.flatMap((one) => ('route' in one ? [`${one.name} ${one.route}`] : []));
  for (const [name, route] of Object.entries(machineRoutes)) routes.push(`api/${name} ${route}`);
  const described = Object.entries(operations).map(
    ([name, { method, path }]) => `api/${name} ${method} ${path}`,
  );
  assert.deepEqual(routes.sort(), described.sort());
});

test('only the version is open to callers without a key, and a stop to who has its token', () => {
  const open = Object.entries(operations).filter(([, { secured }]) => !secured);
  assert.deepEqual(
    open.map(([name]) => name),
    ['version', 'burst-stop-by-token'],
  );
});

test('every schema, property, parameter and response is described', async () => {
  const missing: string[] = [];
  const walk = (node: unknown, at: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const entries = Object.entries(node);
    for (const [key, value] of entries) walk(value, `${at}/${key}`);
    const lists = /\/(properties|parameters|responses)\/[^/]+$|\/components\/schemas\/[^/]+$/.test(at);
    if (lists && !('description' in node) && !('$ref' in node)) missing.push(at);
  };
  walk(parse(await readFile(file('schema/openapi.yaml'), 'utf8')), '');
  assert.deepEqual(missing, []);
});

test('every record and parameter holds only words that JSON Schema knows', async () => {
  const { components } = parse(await readFile(file('schema/openapi.yaml'), 'utf8'));
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  ajv.addVocabulary(['components', 'example']);
  ajv.addSchema({ $id: 'api', components });
  for (const name of Object.keys(components.schemas))
    ajv.compile({ $ref: `api#/components/schemas/${name}` });
  for (const { parameters, ...operation } of Object.values(operations)) {
    for (const schema of [...Object.values(parameters), 'body' in operation ? operation.body : {}])
      ajv.compile(schema);
  }
});

test('the URL of a large reply works as long as the contract says', async () => {
  const { Elsewhere } = parse(await readFile(file('schema/openapi.yaml'), 'utf8')).components.responses;
  assert.match(Elsewhere.description, new RegExp(`good for ${largeReplyUrlS / 60} minutes;`));
});

test('every operation says what happens without a key and when the server fails', async () => {
  const { paths } = parse(await readFile(file('schema/openapi.yaml'), 'utf8'));
  for (const { method, path, secured } of Object.values(operations)) {
    const { responses } = paths[path][method.toLowerCase()];
    if (secured) assert.ok('401' in responses && '500' in responses, path);
  }
});

test('the version is answered without the SDK', async () => {
  const entry = file('functions/api/version.ts').pathname;
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
  });
  const inputs = Object.keys(metafile.inputs);
  assert.ok(inputs.length > 0);
  assert.deepEqual(
    inputs.filter((input) => /@aws-sdk|@smithy|lib\/store\/(?!names)/.test(input)),
    [],
  );
});
