import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { exit } from '../bin/cli/exit-code.ts';
import { errorMeanings } from '../bin/docs/api/error-meanings.ts';
import { errorCodes } from '../bin/docs/api/errors.ts';
import { pages } from '../bin/docs/pages.ts';
import type { Group } from '../bin/docs/scenario/example-setup.ts';
import { kindsIn } from '../bin/docs/scenario/kinds.ts';
import { check } from '../bin/document/read-document.ts';
import { definitions } from '../bin/generate/benchmark-definitions.ts';
import { benchmarkSchema } from '../bin/generate/benchmark-schema.ts';
import { editorSchema } from '../bin/generate/editor-schema.ts';
import { membersOf, reachable } from '../bin/generate/members.ts';
import { columns } from '../bin/report/columns.ts';
import { kinds } from '../lib/driver/scenario/registry.ts';
import { handlers } from '../lib/repository/pipeline/handlers.ts';
import run from '../schema/run.schema.json' with { type: 'json' };

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const page = (name: string): string => read(`docs/${name}`);
const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.\w+$/.test(name),
);

describe('generated files say what the code says: run `npm run generate` after a change', async () => {
  const current = await pages();
  for (const [name, text] of current) it(`docs/${name}`, () => assert.equal(page(name), text));

  it('schema/benchmark.schema.json', () =>
    assert.equal(read('schema/benchmark.schema.json'), benchmarkSchema()));

  it('schema/editor.schema.json', () => assert.equal(read('schema/editor.schema.json'), editorSchema()));

  it('and every other file in docs is a page that people write', () =>
    assert.deepEqual(written.filter((name) => !current.has(name)).sort(), [
      'README.md',
      'backup.md',
      'client.md',
      'editor.md',
      'grafana.md',
      'install.md',
      'language.md',
      'migrate.md',
      'pages.md',
      'pictures/pages/burst.png',
      'pictures/pages/bursts.png',
      'pictures/pages/changes.png',
      'pictures/pages/comparison.png',
      'pictures/pages/document.png',
      'pictures/pages/now.png',
      'pictures/pages/questions.png',
      'pictures/pages/run.png',
      'pictures/pages/runs.png',
      'pictures/pages/sign-in.png',
      'pictures/pages/test.png',
      'pictures/pages/tests.png',
      'pictures/report-page.png',
      'pictures/report.svg',
      'pictures/run.svg',
      'recipes.md',
      'results.md',
      'team-server.md',
      'troubleshooting.md',
      'tutorial.md',
      'upgrade.md',
      'wrk.md',
    ]));
});

describe('nothing is left out', () => {
  it('the flow of an upload names every handler that does work on runs', () => {
    const [, flow = ''] = /```mermaid\nflowchart([\s\S]*?)```/.exec(page('concepts.md')) ?? [];
    const drawn = [...flow.matchAll(/\b(\w+)\["/g)].map(([, name]) => name);
    const made = Object.keys(handlers).filter((name) => !['forget', 'remove'].includes(name));
    assert.deepEqual(drawn.filter((name) => name !== 'upload').sort(), made.sort());
  });

  it('the index of each folder names every page in it', () => {
    const silent = written.filter((name) => name.endsWith('.md') && basename(name) !== 'README.md');
    assert.deepEqual(
      silent.filter((name) => !page(join(dirname(name), 'README.md')).includes(`](${basename(name)})`)),
      [],
    );
    assert.ok(page('README.md').includes('](api/README.md)'));
  });

  it('examples of plain texts are shown as they are sent, without quotes', () => {
    const bodies = written
      .filter((name) => name.startsWith('api/'))
      .flatMap((name) => [...page(name).matchAll(/^Body, `text\/plain`.*\n\n```(\w+)\n(.*)/gm)]);
    assert.ok(bodies.length > 4, `only ${bodies.length} bodies were found`);
    for (const [body, language, example = ''] of bodies)
      assert.ok(language === 'text' && !example.startsWith('"'), body);
  });

  it('every key is on the page of documents, steps, handlers or values', () => {
    const names = reachable('').filter((name) => name !== 'phaseBody');
    const keys = names.flatMap((name) => Object.keys(definitions[name]?.properties ?? {}));
    assert.ok(keys.length > 150, `only ${keys.length} keys were found`);
    const text = ['document.md', 'steps.md', 'handlers.md', 'values.md'].map(page).join('');
    assert.deepEqual(
      [...new Set(keys)].filter(
        (key) => !text.includes(`| \`${key}\` |`) && !text.includes(`| [\`${key}\`](#`),
      ),
      [],
    );
  });

  it('every kind has its cost and its behaviour at an error', () => {
    const text = page('steps.md') + page('handlers.md');
    for (const group of ['step', ...Object.keys(kinds)] as Group[])
      for (const { name, cost, atError } of kindsIn(group)) {
        assert.ok(text.includes(`ost: ${cost}\n`), `${group} ${name}`);
        assert.ok(text.includes(`t an error: ${atError}\n`), `${group} ${name}`);
      }
  });

  it('every key has an example, but those whose value is nothing', () => {
    const rows = ['', ...reachable('')].flatMap((name) => membersOf(name).split('\n').slice(2));
    const silent = rows.filter((row) => row.split(/(?<!\\) \| ?/)[3]?.trim() === '' && row.startsWith('| `'));
    assert.deepEqual([...new Set(silent.map((row) => row.split('`')[1]))], ['fromNow', 'fromLast']);
  });

  it('every member of the run document', () => {
    const members = [run, ...Object.values(run.definitions)].flatMap(
      ({ properties = {} }: { properties?: object }) => Object.keys(properties),
    );
    assert.deepEqual(
      members.filter((name) => !page('run.md').includes(`| \`${name}\``)),
      [],
    );
  });

  it('every column of the report', () =>
    assert.deepEqual(
      columns.filter(({ title }) => !page('report.md').includes(`| \`${title}\` |`)),
      [],
    ));

  it('every line below the table of the report', () => {
    const facts = read('bin/report/lines-below-table.ts').matchAll(/^ {4}.*\['(\w+)'|\? '(\w+)' : ''/gm);
    const signed = read('bin/report/report.ts').matchAll(/\('[✗✓?!] ([\w ]+)'\)/g);
    const names = [...facts, ...signed].map(([, name, limits]) => name ?? limits);
    const [, table = ''] = page('report.md').split('## Below the table');
    const described = [...table.matchAll(/^\| `(?:[✗✓?!] )?([\w ]+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(described.sort(), [...new Set(names)].sort());
  });

  it('every exit code has a meaning', () => {
    const rows = page('exit-codes.md').match(/^\| `\d+` \| \w.+ \|$/gm) ?? [];
    assert.equal(rows.length, Object.keys(exit).length);
  });

  it('every error code has a meaning, and every meaning a code', async () => {
    const words = (await errorCodes()).map(([, word]) => word);
    assert.deepEqual([...words].sort(), Object.keys(errorMeanings).sort());
  });
});

describe('the driver accepts every benchmark in the pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'downpour-pages-'));
  after(() => rmSync(folder, { recursive: true }));
  for (const name of [
    'README.md',
    ...written.filter((each) => each.endsWith('.md')).map((each) => `docs/${each}`),
  ]) {
    const texts = [...read(name).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text);
    // Pages ask their readers to save data. The test stores these data next to the document.
    for (const [, file = '', data = ''] of read(name).matchAll(
      /^Save this as `([^`]+)`:\n\n```csv\n([\s\S]*?)^```/gm,
    ))
      writeFileSync(join(folder, file), data);
    for (const [at, text] of texts.filter((each) => /^\w/m.test(each)).entries()) {
      it(`${name}, ${at + 1}`, async () => {
        // A secret has no default, so the reader gives it.
        const secrets = [...text.matchAll(/!param (\w+) *[}\n]/g)].map(([, secret = '']) => [secret, 'x']);
        const order = { param: Object.fromEntries(secrets) };
        const { problems } = await check(join(folder, 'page.hf.yaml'), completed(text), order);
        assert.deepEqual(problems, []);
      });
    }
  }
});

/** Completes a part of a document, as pages show it, to a valid document. */
function completed(text: string): string {
  const named = /^name:/m.test(text)
    ? text
    : `name: part\nhttp: { host: localhost, sharedConnections: 10 }\n${text}`;
  return /^scenario:/m.test(text) && !/^usersPerSec:/m.test(text)
    ? `${named}\nusersPerSec: 10\nduration: 1s\n`
    : named;
}

describe('every link leads somewhere', () => {
  const texts = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...written.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ];
  for (const name of texts) {
    it(name, () => {
      const links = [...withoutCode(read(name)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      assert.deepEqual(
        links.filter((link) => !/^[a-z]+:/.test(link) && !leads(name, link)),
        [],
      );
    });
  }
});

describe('every file and folder that ARCHITECTURE.md names is there', () => {
  /** Names that are not files of the project: names in a listing, in storage, and of built files. */
  const elsewhere = ['dist/program/', 'plan.json', 'runs/{id}/run.json', 'runs/{id}/index', 'answers/...'];
  const files = ['bin', 'schema', 'docs', 'lib', 'functions', 'test', 'bench', 'examples'].flatMap((folder) =>
    ['', ...readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })].map((file) =>
      join(folder, file).replaceAll('\\', '/'),
    ),
  );
  const names = [...read('ARCHITECTURE.md').matchAll(/`([\w./{}-]+(?:\/|\.(?:ts|js|json|yaml|md)))`/g)]
    .map(([, name = '']) => name)
    .filter((name) => !elsewhere.includes(name));

  it('in its text', () => {
    assert.ok(names.length > 20, `only ${names.length} names were found`);
    const there = new Set(
      files.flatMap((file) => file.split('/').map((_, at, all) => all.slice(at).join('/'))),
    );
    assert.deepEqual(
      names.filter((name) => !there.has(name.replace(/\/$/, ''))),
      [],
    );
  });

  it('in its listing', () => {
    const [, listing = ''] = /^```\n(bin\/[\s\S]*?)^```/m.exec(read('ARCHITECTURE.md')) ?? [];
    const above: string[] = [];
    const missing = listing.split('\n').flatMap((line) => {
      const [, indent = '', name] = /^( {0,4})([\w.-]+(?:\/|\.ts))(?= |$)/.exec(line) ?? [];
      if (name === undefined) return [];
      above.splice(indent.length / 2, above.length, name);
      return existsSync(join(root, ...above)) ? [] : [above.join('')];
    });
    assert.ok(above.length > 0, 'no listing was found');
    assert.deepEqual(missing, []);
  });
});

/** True when the file of a link exists and has the heading of the link. */
function leads(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || anchorsOf(read(file)).includes(anchor);
}

/** The anchor of a heading, as Markdown renderers make it. */
function anchorsOf(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function withoutCode(text: string): string {
  return text.replaceAll(/^```[\s\S]*?^```/gm, '');
}
