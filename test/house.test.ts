import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { crossings } from './house/borders.ts';
import { circles, folderCircles } from './house/circles.ts';
import { crowdedFolders } from './house/folders.ts';
import { readSources, type Source } from './house/sources.ts';
import { badTexts, namelessFiles, writtenFiles } from './house/texts.ts';

const root = join(import.meta.dirname, '..');

describe('the house', () => {
  const files = writtenFiles(root);
  let sources: readonly Source[];
  before(() => {
    sources = readSources(root);
  });

  it('keeps its borders', () => none(crossings(sources)));

  it('has no circles of imports but the recursions that are named', () => none(circles(sources)));

  it('has floors: no folder holds children that import each other, but for the circles that are listed', () =>
    none(folderCircles(sources)));

  it('shows every line of TypeScript to this test', () => {
    const seen = new Set(sources.map(({ file }) => file));
    const unseen = files.filter((file) => file.endsWith('.ts') && !seen.has(file));
    none(unseen.map((file) => `${file}:1 is outside tsconfig.json; include its folder there`));
  });

  it('has no folder with more files than a reader takes in', () => none(crowdedFolders(files)));

  it('writes a top-level function with a body as a function', () => none(blockArrows(sources)));

  it('names every file after what it is about', () => none(namelessFiles(files)));

  it('leaves no promises, no paths of one machine and no marks of a merge', () =>
    none(badTexts(root, files)));

  it('keeps schema free of code', () => {
    const code = files.filter((file) => file.startsWith('schema/') && !/\.(json|yaml)$/.test(file));
    none(code.map((file) => `${file}:1 is neither JSON nor YAML; schema holds contracts, code goes to lib`));
  });
});

describe('a crossed border is seen', () => {
  const cases: readonly [file: string, text: string, complaint: RegExp | undefined][] = [
    ['lib/driver/a.ts', "import { x } from '../store/runs.ts';", /:1 driver may not import store/],
    ['lib/driver/b.ts', "\n\nexport { x } from '../results/run.ts';", /:3 driver may not import results/],
    ['lib/driver/c.ts', "const x = await import('../local/cloud.ts');", /:1 driver may not import local/],
    ['lib/driver/d.ts', "type X = import('../cloud/stack.ts').X;", /:1 driver may not import cloud/],
    [
      'lib/driver/e.ts',
      "import '@aws-sdk/client-s3';",
      /only lib\/store\/.* may import @aws-sdk\/client-s3; add/,
    ],
    ['lib/driver/f.ts', "import { Client } from 'undici';", /only lib\/http-client\/, .* may import undici/],
    [
      'bin/f1.ts',
      "const answer = await fetch('http://a');",
      /may not use fetch; call servers with lib\/http-/,
    ],
    ['functions/f2.ts', "import { request } from 'node:https';", /may not use request; call servers/],
    ['lib/local/f3.ts', "import { createServer } from 'node:http';", undefined],
    ['lib/client/f5.ts', "const answer = await fetch('http://a');", undefined],
    [
      'lib/client/f6.ts',
      "import { randomUUID } from 'node:crypto';",
      /client runs in browsers and may not import node:crypto/,
    ],
    ['lib/client/f7.ts', "import { DownpourError } from '../errors.ts';", /client may not import errors/],
    ['test/f4.ts', "const answer = await fetch('http://a');", undefined],
    ['lib/driver/http/g.ts', "import net from 'node:net';", undefined],
    [
      'lib/driver/h.ts',
      "import { readFile } from 'node:fs/promises';",
      /driver is pure .* node:fs\/promises/,
    ],
    ['lib/driver/ip.ts', "import { isIP as isAddress } from 'node:net';", undefined],
    ['lib/driver/ip2.ts', "import { isIP, connect } from 'node:net';", /driver is pure .* node:net/],
    ['lib/driver/i.ts', 'const at = Date.now();', /may not use Date\.now; take a clock/],
    ['lib/driver/j.ts', 'const at = globalThis.performance.now();', /may not use performance\.now/],
    ['lib/driver/k.ts', 'const { env } = process;', /may not use process; take the setting/],
    ['lib/driver/k2.ts', 'const at = process.hrtime.bigint();', /may not use process\.hrtime; take a clock/],
    ['lib/driver/t1.ts', 'setTimeout(() => {}, 1);', /may not use setTimeout; wait with the clock/],
    ['lib/driver/t2.ts', 'const timer = globalThis.setInterval(() => {}, 1);', /may not use setInterval/],
    ['lib/driver/t3.ts', 'const clock = { soon: setImmediate };', /may not use setImmediate/],
    ['lib/results/t4.ts', 'queueMicrotask(() => {});', /may not use queueMicrotask/],
    ['lib/driver/t5.ts', "import { setTimeout } from 'node:timers/promises';", /may not import node:timers/],
    ['lib/driver/t6.ts', "import { Worker } from 'node:worker_threads';", /not import node:worker_threads/],
    ['lib/import/t7.ts', 'const at = Date();', /may not use Date\(\); take a clock/],
    ['lib/driver/t8.ts', 'const signal = AbortSignal.timeout(5);', /may not use AbortSignal\.timeout/],
    ['lib/driver/t9.ts', 'Atomics.wait(cells, 0, 0, 5);', /may not use Atomics\.wait/],
    ['lib/driver/t10.ts', 'const { now } = performance;', /may not use performance; take a clock/],
    ['functions/driver/t11.ts', 'setTimeout(() => {}, Date.now() - performance.now());', undefined],
    ['lib/driver/l.ts', "const x = process['env'];", /may not use process; take the setting/],
    ['lib/driver/m.ts', 'const x = Math.random() + +new Date();', /may not use Math\.random/],
    [
      'lib/driver/n.ts',
      "// import '../store/x.ts', Date.now()\nconst s = `import '../cloud/x.ts'`;",
      undefined,
    ],
    [
      'lib/driver/o.ts',
      "import { x } from '../errors.ts'; import y from '../../schema/run.schema.json';",
      undefined,
    ],
    ['lib/results/a.ts', "import { JSONPath } from 'jsonpath-plus';", /only lib\/results\/query\//],
    ['lib/results/b.ts', "import type { X } from '../driver/plan.ts';", /results may not import driver/],
    ['lib/results/c.ts', 'const at = new Date(0).getTime();', undefined],
    ['lib/store/a.ts', "import type { X } from '../driver/plan.ts';", undefined],
    ['lib/store/b.ts', "import { x } from '../driver/plan.ts';", /store may import types only from driver/],
    ['lib/store/c.ts', "import { idMax } from '../results/limits.ts';", undefined],
    ['lib/names/a.ts', "import { x } from '../errors.ts';", /names may not import errors/],
    ['functions/api/a.ts', "import middy from '@middy/core';", /only functions\/api\/pipeline\/pipeline\.ts/],
    ['functions/api/pipeline/pipeline.ts', "import middy from '@middy/core';", undefined],
    ['functions/api/b.ts', "import { x } from '../../lib/cloud/stack.ts';", /routes may not import cloud/],
    [
      'functions/api/b2.ts',
      "import { x } from '../driver/drive.ts';",
      /routes may not import driver functions/,
    ],
    [
      'functions/api/b3.ts',
      "import { x } from './pipeline/validation.ts';",
      /routes may import types only from pipeline/,
    ],
    ['functions/api/b4.ts', "import { json } from './pipeline/operation.ts';", undefined],
    [
      'functions/driver/b5.ts',
      "import { x } from '../api/lookup/visible-run.ts';",
      /driver functions may not import routes/,
    ],
    ['lib/cloud/a.ts', "import { x } from '../store/runs.ts';", /cloud may not import store/],
    [
      'lib/cloud/b.ts',
      "import { x } from '../names/objects.ts'; import { App } from 'aws-cdk-lib';",
      undefined,
    ],
    ['lib/local/a.ts', "import { App } from 'aws-cdk-lib';", /only lib\/cloud\//],
    ['lib/local/b.ts', 'const x = await import(process.argv[2]);', undefined],
    [
      'functions/api/c.ts',
      'const x = await import(process.argv[2]);',
      /imports process\.argv\[2\], which no test can check/,
    ],
    ['bin/a.ts', "import { S3Client } from '@aws-sdk/client-s3';", /only lib\/store\//],
    ['lib/elsewhere.ts', 'export {};', /lies in no room/],
    ['examples/a.ts', "import { x } from '../lib/errors.ts';", /examples may not import errors/],
  ];
  let folder: string;
  let sources: readonly Source[];
  let complaints: readonly string[];
  const arrows = [
    'export const a = () => {};',
    'const b = async (x: number) => {',
    '  return x;',
    '};',
    'const c = () => 1, d = () => { c(); };',
    'const e: () => void = () => {};',
    'const f = b(() => {});',
    'function g() { const h = () => {}; }',
    'let i = () => {};',
  ];

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'downpour-house-'));
    const compilerOptions = { module: 'nodenext', moduleDetection: 'force', noEmit: true, types: [] };
    put('tsconfig.json', JSON.stringify({ compilerOptions }));
    for (const [file, text] of cases) put(file, text);
    put('lib/driver/arrows.ts', arrows.join('\n'));
    sources = readSources(folder);
    complaints = crossings(sources);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function put(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }

  for (const [file, text, complaint] of cases) {
    it(`${complaint === undefined ? 'not ' : ''}in ${file}: ${text.trim().replaceAll('\n', ' ')}`, () => {
      const about = complaints.filter((line) => line.startsWith(`${file}:`));
      if (complaint === undefined) assert.deepEqual(about, []);
      else assert.match(about[0] ?? 'nothing seen', complaint);
    });
  }

  it('as are circles of imports, also of types alone', () => {
    const made = [
      source('lib/driver/a.ts', './b.ts', './leaf.ts'),
      source('lib/driver/b.ts', './deep/c.ts'),
      source('lib/driver/deep/c.ts', '../leaf.ts', '../a.ts'),
      source('lib/driver/leaf.ts'),
      source('lib/driver/user.ts', './a.ts'),
      source('test/x.ts', './y.ts'),
      source('test/y.ts', './x.ts'),
    ];
    assert.deepEqual(
      circles(made).map((line) => line.replace(/;.*/, '')),
      [
        'lib/driver/a.ts:1 imports itself in a circle of 3 files (lib/driver/a.ts, lib/driver/b.ts, lib/driver/deep/c.ts)',
      ],
    );
  });

  it('as are circles of folders and loose files below one parent, also of types alone', () => {
    const made = [
      source('lib/driver/session/a.ts', '../model/b.ts', '../clock.ts'),
      source('lib/driver/session/c.ts'),
      source('lib/driver/model/b.ts'),
      source('lib/driver/model/d.ts', '../session/c.ts'),
      source('lib/driver/clock.ts', './clock/parts.ts'),
      source('lib/driver/clock/parts.ts'),
      source('lib/driver/clock/whole.ts', '../clock.ts'),
      source('lib/driver/one.ts', './other.ts'),
      source('lib/driver/other.ts', './one.ts'),
      source('test/driver/x.ts', '../store/y.ts'),
      source('test/store/y.ts', '../driver/x.ts'),
    ];
    const clock = { at: 'lib/driver', children: ['clock', 'clock.ts'] };
    const session = { at: 'lib/driver', children: ['model', 'session'] };
    const cut = { at: 'lib/store', children: ['names', 'queue'] };
    assert.deepEqual(folderCircles(made, [clock, session]), []);
    assert.deepEqual(folderCircles(made, [clock, cut]), [
      'lib/driver:1 holds a circle of model, session (lib/driver/session/a.ts imports lib/driver/model/b.ts, ' +
        'lib/driver/model/d.ts imports lib/driver/session/c.ts); move what they share below them',
      'test/house/circles.ts:1 lists a circle of names, queue in lib/store that is none any more; correct the list',
    ]);
  });

  it('but for the recursion of a grammar, of three files at most', () => {
    const ring = (...names: readonly string[]): Source[] =>
      names.map((name, at) => ({
        file: `lib/results/query/sql/grammar/${name}.ts`,
        imports: [
          { specifier: `./${names[(at + 1) % names.length]}.ts`, line: 1, typeOnly: false, computed: false },
        ],
        uses: [],
        blockArrows: [],
      }));
    assert.deepEqual(circles(ring('a', 'b', 'c')), []);
    assert.match(circles(ring('a', 'b', 'c', 'd'))[0] ?? '', /a circle of 4 files/);
  });

  it('as are crowded folders', () => {
    const filled = (folder: string, count: number): string[] =>
      Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);
    assert.deepEqual(crowdedFolders([...filled('lib/driver', 15), ...filled('functions/api', 40)]), []);
    assert.match(crowdedFolders(filled('lib/driver', 16))[0] ?? '', /^lib\/driver:1 holds 16 files/);
  });

  it('as are top-level arrow functions with a body, unless a type is annotated', () => {
    const about = blockArrows(sources).filter((line) => line.startsWith('lib/driver/arrows.ts:'));
    assert.deepEqual(
      about.map((line) => /:(\d+) .*write function (\w+)/.exec(line)?.slice(1)),
      [
        ['1', 'a'],
        ['2', 'b'],
        ['5', 'd'],
      ],
    );
  });

  it('as are names that say nothing', () => {
    const output = namelessFiles([
      'lib/driver/string-utils.ts',
      'lib/common/x.ts',
      'lib/driver/plan.ts',
      'test/house.ts',
    ]);
    assert.deepEqual(
      output.map((line) => line.split(':')[0]),
      ['lib/driver/string-utils.ts', 'lib/common/x.ts'],
    );
  });

  it('as are promises, paths of one machine and marks of a merge', () => {
    put(
      'notes.md',
      `fine\n${['TO', 'DO'].join('')}: later\nsee ${['', 'home', 'ann', 'x'].join('/')}\nGET /workers/1\n${'<'.repeat(7)} HEAD`,
    );
    assert.deepEqual(
      badTexts(folder, ['notes.md']).map((line) => line.slice(0, 18)),
      ['notes.md:2 promise', 'notes.md:3 names a', 'notes.md:5 is left'],
    );
  });
});

/** One style for functions: `function f() {}` with a body, and `const f = () => expression` otherwise. */
function blockArrows(sources: readonly Source[]): string[] {
  return sources.flatMap(({ file, blockArrows }) =>
    blockArrows.map(
      ({ name, line }) => `${file}:${line} is an arrow function with a body; write function ${name}`,
    ),
  );
}

/** Fails with all complaints, one on each line. Passes without complaints. */
function none(complaints: readonly string[]): void {
  assert.equal(complaints.length, 0, `\n${complaints.join('\n')}\n`);
}

/** A file with imports of types. */
const source = (file: string, ...specifiers: string[]): Source => ({
  file,
  imports: specifiers.map((specifier) => ({ specifier, line: 1, typeOnly: true, computed: false })),
  uses: [],
  blockArrows: [],
});
