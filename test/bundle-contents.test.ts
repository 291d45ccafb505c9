import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { validate } from '../functions/api/pipeline/validation.ts';
import { operations } from '../lib/api.generated.ts';
import { build } from '../lib/bundle/build.ts';
import { programOptions } from '../lib/bundle/program.ts';
import { bundleFunctions, bundlePath } from '../lib/bundle.ts';
import { functions } from '../lib/functions.ts';
import { project } from '../lib/project.ts';
import { scratchDir, suiteScope } from './local/scratch.ts';

/**
 * A function loads only the code that it needs. Bytes and names are exact, so this test checks them;
 * bench/bundles.ts measures times.
 */

/** Kilobytes of 1,000 bytes that a cold process reads before its first invocation. */
const mostKb: Readonly<Record<string, number>> = {
  'api/schema-bundles': 545,
  'api/tests': 618,
  'api/config': 60,
  'api/users': 524,
  'api/openapi': 403,
  // Nearly all of these bytes are the compressed files of the pages.
  'api/pages': 439,
  'api/run-upload': 803,
  'api/uploads': 821,
  'api/testjsonpath': 744,
  'api/runs': 550,
  'api/run-list': 861,
  // These bytes include the code for expressions, for extractors, and for datasets that are made at once.
  'api/querydataset': 573,
  'api/datasets': 548,
  'api/labels': 514,
  'api/datastores': 538,
  'api/label-values': 878,
  'api/run-work': 933,
  'api/recalculation': 656,
  'api/test-bundles': 649,
  'api/alerting': 712,
  'api/schemas': 526,
  'api/queryrun': 577,
  // The engine for functions of users is loaded later.
  'work/perform': 865,
  // The compiled check of a document is 550 kB.
  'api/burst-start': 1_764,
  'driver/plan': 1_743,
  'api/doctor-burst': 1_748,
  'api/schedule-create': 1_784,
  'api/schedule-run': 1_753,
  'driver/start-scheduled': 1_700,
  'driver/drive': 984,
  'driver/settle': 550,
  'driver/merge': 913,
};

/** Kilobytes for all other functions. */
const usualKb = 503;

/** Packages with code that is loaded at the start. All packages of the SDK count as one. */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  'api/config': ['@middy/core', '@middy/http-header-normalizer'],
  'api/first-key': ['SDK'],
  // The pages need no client of a store, because they read no data.
  'api/pages': ['negotiator'],
  'api/queryrun': ['@middy/core', '@middy/http-header-normalizer', 'SDK'],
  'driver/drive': ['SDK', 'fastest-levenshtein', 're2js'],
};

suite('bundles of functions', () => {
  const scope = suiteScope();
  let out = '';
  // A busy machine needs minutes for all bundles.
  before(
    async () => {
      out = scratchDir(scope);
      await bundleFunctions(out);
    },
    { timeout: 600_000 },
  );

  for (const { name } of functions)
    test(`${name} is not larger at its start than it may be`, () => {
      const bytes = loadedAtStart(bundlePath(out, name)).reduce((sum, file) => sum + statSync(file).size, 0);
      const kb = mostKb[name] ?? usualKb;
      assert.ok(bytes <= kb * 1_000, `${name} loads ${bytes} bytes, at most ${kb} kB are allowed`);
    });

  for (const [name, packages] of Object.entries(packagesOf))
    test(`${name} loads code of these packages alone: ${packages.join(', ')}`, () => {
      const found = loadedAtStart(bundlePath(out, name)).flatMap(packagesIn);
      assert.deepEqual([...new Set(found)].toSorted(), packages);
    });

  test('a stack is readable: every module has a map, which is not loaded at the start', () => {
    for (const { name } of functions)
      for (const file of loadedAtStart(bundlePath(out, name))) {
        assert.ok(existsSync(`${file}.map`), file);
        assert.doesNotMatch(readFileSync(file, 'utf8'), /sourceMappingURL/);
      }
  });

  test('a drive writes nothing in the words of a language at its start: the first number takes V8 7 ms', () => {
    for (const file of loadedAtStart(bundlePath(out, 'driver/drive')))
      assert.doesNotMatch(readFileSync(file, 'utf8'), /\.toLocale(String|DateString|TimeString)\(/, file);
  });

  test('the engine of the load holds nothing of the client for all other calls, not even for later', () => {
    assert.ok(!packagesBelow(join(out, 'driver/drive')).has('undici'));
  });

  test('the packages of the project have their roles in the product', async () => {
    const inFunctions = packagesBelow(out);
    for (const name of [
      ...['@aws-sdk/client-dynamodb', '@aws-sdk/client-s3', '@middy/core', 'jsonpath-plus', 'undici'],
    ])
      assert.ok(inFunctions.has(name), `${name} is in no function`);
    const program = await build(join(out, 'program'), programOptions);
    const inProgram = program.flatMap((each) => each.packages);
    assert.ok(inProgram.includes('node_modules/undici'), 'the command line calls its API without undici');
    for (const { file, contents } of program)
      assert.doesNotMatch(Buffer.from(contents).toString(), /\b(from|import)"(node:)?http"/, file);
    const { metafile } = await esbuild({
      entryPoints: ['bin/cdk-app.ts'],
      absWorkingDir: project,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
    });
    const used = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
    assert.ok(used.includes('aws-cdk-lib'), 'the app describes its stacks without aws-cdk-lib');
  });

  test('none loads the WebSocket client of Node, which an import of node:http would', () => {
    const asks = `const { pathToFileURL } = process.getBuiltinModule('url');
for (const file of process.argv.slice(1)) await import(pathToFileURL(file).href);
console.log(process.moduleLoadList.some((name) => name.endsWith('undici/undici')));`;
    // A drive uses Node's own HTTP server for its warm-up, so open sockets do not show whether `fetch` is
    // loaded. The list of loaded modules shows this.
    const files = ['api/config', 'api/queryrun', 'driver/plan'].map((name) => bundlePath(out, name));
    const answer = execFileSync(process.execPath, ['--input-type=module', '-e', asks, ...files], {
      encoding: 'utf8',
    });
    assert.equal(answer.trim(), 'false');
  });
});

test('a bundle checks requests as the sources do', async (t) => {
  const [out, source] = [scratchDir(t), scratchDir(t)];
  const from = (file: string): string => JSON.stringify(join(project, 'functions/api', file));
  // An operation without a file of its own is answered by no function.
  const names = (Object.keys(operations) as (keyof typeof operations)[]).filter((name) =>
    functions.some((spec) => spec.name === `api/${name}`),
  );
  const routes = names.map((name) => `import ${from(`${name}.ts`)};`).join('\n');
  writeFileSync(
    join(source, 'checks.ts'),
    `${routes}\nexport { validate as handler } from ${from('pipeline/validation.ts')};\n`,
  );
  await bundleFunctions(out, ['checks'], { source });
  const bundled: { handler: typeof validate } = await import(pathToFileURL(bundlePath(out, 'checks')).href);
  let refused = 0;
  for (const name of names)
    for (const event of events()) {
      const [own, there] = [validate, bundled.handler].map((check) => answerOf(() => check(name, event())));
      assert.deepEqual(there, own, `${name} ${JSON.stringify(event())}`);
      if (Array.isArray(own)) refused += 1;
    }
  assert.ok(refused > names.length, `${refused} refusals`);
});

type Event = Parameters<typeof validate>[1];

/** Makes a new value for each check, because a check adds defaults to its value. */
const events = (): readonly (() => Event)[] =>
  [
    {},
    { pathParameters: { id: '7' }, rawQueryString: 'query=$.a&array=true&limit=5', body: '{}' },
    { pathParameters: { id: '0' }, rawQueryString: 'query=$.a&array=maybe&nobody=knows' },
    { pathParameters: { id: 'a b' }, body: '{"document":"name: n","shards":0,"more":1}' },
    { pathParameters: { id: 'burst-1' }, body: '{"document":"name: n","shards":2,"seed":1}' },
    { body: '{"name":""}', rawQueryString: 'test=t&start=1&stop=2' },
    { body: '[', headers: { 'content-type': 'text/plain' } },
    { body: '[' },
  ].map(
    (part) => () =>
      structuredClone({ headers: {}, rawPath: '/x', rawQueryString: '', ...part }) as unknown as Event,
  );

function answerOf(check: () => unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(check()));
  } catch (error) {
    const { code, message, details } = error as Error & { code: string; details: unknown };
    return [code, message, details ?? null];
  }
}

/** The modules that a module loads before it runs, itself included. */
function loadedAtStart(entry: string): readonly string[] {
  const seen = new Set([entry]);
  for (const file of seen)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|\bimport)\s?"(\.[^"]+\.mjs)"/g))
      seen.add(join(dirname(file), path));
  return [...seen];
}

/** The packages of all modules in a folder, including those that are loaded later. */
const packagesBelow = (folder: string): ReadonlySet<string> =>
  new Set(globSync('**/*.mjs', { cwd: folder }).flatMap((file) => namesIn(join(folder, file))));

const packagesIn = (file: string): readonly string[] =>
  namesIn(file).map((name) => (isOfSdk(name) ? 'SDK' : name));

/** The packages in a source map: those whose code is used. */
function namesIn(file: string): readonly string[] {
  const { sources } = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as {
    readonly sources: readonly string[];
  };
  return sources.flatMap((path) => {
    const [, name] = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(relative('.', path)) ?? [];
    return name === undefined ? [] : [name];
  });
}

const isOfSdk = (name: string): boolean =>
  /^@(aws-sdk|aws|smithy|aws-crypto)\//.test(name) ||
  ['bowser', 'mnemonist', 'obliterator', 'tslib'].includes(name);
