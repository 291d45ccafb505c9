import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { apiJson } from '../../bin/generate/api-document.ts';
import { apiTypes } from '../../bin/generate/api-types.ts';
import type { Router } from '../../functions/api/pipeline/router.ts';
import { type OperationName, operations, scopesOf } from '../../lib/api.generated.ts';
import { largeReplyUrlS } from '../../lib/facts/transfer-limits.ts';
import { machineRoutes } from '../../lib/functions/routes.ts';
import { type FunctionSpec, routesOf } from '../../lib/functions/spec.ts';
import { functions } from '../../lib/functions.ts';

const file = (name: string): URL => new URL(`../../${name}`, import.meta.url);

test('schema/openapi.json is what npm run generate writes', async () => {
  assert.equal(await readFile(file('schema/openapi.json'), 'utf8'), apiJson());
});

test('lib/api.generated.ts is what npm run generate writes', async () => {
  assert.equal(await readFile(file('lib/api.generated.ts'), 'utf8'), await apiTypes());
});

const described = Object.entries(operations).map(([name, { method, path }]) => ({
  name: `api/${name}`,
  route: `${method} ${path}`,
}));

test('every route has its operation, and every operation its route', () => {
  const routes = (functions as readonly FunctionSpec[]).flatMap(routesOf);
  const all = [...routes, ...Object.values(machineRoutes)];
  assert.deepEqual(all.sort(), described.map(({ route }) => route).sort());
});

test('every summary is an imperative sentence', async () => {
  const { paths } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
  const summaries = Object.values<object>(paths).flatMap((item) =>
    Object.values<{ readonly summary: string }>(item as never).map(({ summary }) => summary),
  );
  assert.deepEqual(
    summaries.filter((text) => !verbs.includes(text.split(' ')[0] ?? '') || !text.endsWith('.')),
    [],
  );
});

/** The verbs with which a summary of an operation may begin. */
const verbs = [
  ...['Add', 'Allow', 'Announce', 'Begin', 'Change', 'Check', 'Compare', 'Complete', 'Compute', 'Confirm'],
  ...['Count', 'Create', 'Delete', 'Describe', 'Dismiss', 'Evaluate', 'Export', 'Find', 'Get', 'Give'],
  ...['List', 'Make', 'Move', 'Put', 'Read', 'Remove', 'Report', 'Revoke', 'Set', 'Start', 'Stop', 'Try'],
  ...['Turn', 'Upload'],
];

test('a function of one route has the name of its operation', () => {
  for (const { name, route } of functions as readonly FunctionSpec[]) {
    if (route !== undefined)
      assert.deepEqual(
        described.filter((one) => one.route === route),
        [{ name, route }],
      );
  }
});

test('a function of several routes answers those that it is given', async () => {
  for (const { name, routes } of functions as readonly FunctionSpec[]) {
    if (routes === undefined) continue;
    const { handler } = (await import(`../../functions/${name}.ts`)) as { handler: Router };
    assert.deepEqual([...handler.routes].sort(), [...routes].sort(), name);
  }
});

test('only facts about the server are open to callers without a key, a stop to who has its token, a key to who has a code, and a token to who has the password', () => {
  const open = Object.entries(operations).filter(([, { secured }]) => !secured);
  assert.deepEqual(
    open.map(([name]) => name),
    ['openapi', 'version', 'keycloak', 'web-config', 'once-exchange', 'burst-stop-by-token', 'token-create'],
  );
});

test('every operation names the permission that its key needs, unless it needs no key', () => {
  for (const [name, { secured }] of Object.entries(operations))
    assert.equal(scopesOf[name as OperationName].length > 0, secured, name);
});

test('an operation about users, teams, bursts, schedules or the configuration has its own x-scope', async () => {
  const { paths } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
  const silent = Object.values(operations).filter(({ method, path, secured }) => {
    const { tags, 'x-scope': scope } = paths[path][method.toLowerCase()];
    return (
      secured && scope === undefined && ['User', 'Team', 'Burst', 'Schedule', 'Config'].includes(tags[0])
    );
  });
  assert.deepEqual(silent, []);
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
  walk(JSON.parse(await readFile(file('schema/openapi.json'), 'utf8')), '');
  assert.deepEqual(missing, []);
});

test('every record and parameter holds only words that JSON Schema knows', async () => {
  const { components } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
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
  const { Elsewhere } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8')).components.responses;
  assert.match(Elsewhere.description, new RegExp(`within ${largeReplyUrlS / 60} minutes`));
});

test('every operation reports what happens without a key and when the server fails', async () => {
  const { paths } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
  for (const { method, path, secured } of Object.values(operations)) {
    const { responses } = paths[path][method.toLowerCase()];
    if (secured) assert.ok('401' in responses && '500' in responses, path);
  }
});

test('every operation with a body reports what happens with another type of it, but where no function answers', async () => {
  const { paths } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
  for (const [name, { method, path }] of Object.entries(operations)) {
    const { requestBody, responses } = paths[path][method.toLowerCase()];
    const answers = requestBody !== undefined && !Object.hasOwn(machineRoutes, name);
    if (answers) assert.ok('415' in responses, name);
  }
});

test('facts about the server are answered without the SDK', async () => {
  const entry = file('functions/api/config.ts').pathname;
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

test('each operation that may redirect answers the address as well', async () => {
  type Described = {
    readonly operationId: string;
    readonly parameters?: readonly { readonly $ref?: string }[];
    readonly responses: Readonly<Record<string, { readonly $ref?: string }>>;
  };
  const { paths } = JSON.parse(await readFile(file('schema/openapi.json'), 'utf8'));
  const all = Object.values<Readonly<Record<string, Described>>>(paths).flatMap((item) =>
    Object.values(item),
  );
  const redirecting = all.filter(({ responses }) => responses['303'] !== undefined);
  assert.ok(redirecting.length > 10);
  for (const { operationId, parameters = [], responses } of redirecting) {
    const isAsked = parameters.some(({ $ref }) => $ref === '#/components/parameters/Redirect');
    assert.ok(isAsked, `${operationId} has no parameter redirect`);
    assert.equal(responses['201']?.$ref, '#/components/responses/StoredAt', operationId);
    assert.ok(responses['400'], `${operationId} refuses no other value of redirect`);
  }
});
