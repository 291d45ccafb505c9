import assert from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startShop } from '../examples/shop/shop.ts';
import { startDownpour } from './bin/downpour.ts';
import { ownPorts, withNetwork } from './docs/own-network.ts';
import { standIns } from './docs/stand-ins/stand-ins.ts';

/** Lines of the docs that this test does not run, with the reasons. */
const notRun: readonly (readonly [line: RegExp, reason: string])[] = [
  [
    /^npm ci( |$)/,
    'installs the clone that this test runs in; test/bin/end-to-end.test.ts runs the tour of `npm start`',
  ],
  [
    /^(DOWNPOUR_TEST_STACK=\S+ )?npm run (deploy|destroy|test:account)\b/,
    'needs an AWS account; test/peers/python has moto',
  ],
  [/DOWNPOUR_URL=(API_URL|https:)/, 'needs a deployment'],
  [/-P HOST=https:\/\/shop\.example\.com/, 'needs a deployment'],
  [/^bin\/downpour (stop|watch)( b-| last|$)/, 'needs a burst under way; test/bin has some'],
  [/^bin\/downpour target prove/, 'asks a host of the world; test/bin/target.test.ts has one of its own'],
  [/^bin\/downpour serve/, 'the test has its own, over the same folder'],
  [
    /^bin\/downpour (user|team) /,
    'says who there is, one line after the other: the page of users and teams is run, and there alone',
  ],
  [/^bin\/downpour changes (confirm|dismiss) /, 'needs a change; test/bin/series.test.ts makes one'],
  [/^aws /, 'needs an AWS account'],
  [/^git fetch /, 'needs another release'],
  [/^(npx|npm install|docker) /, 'packs, installs or builds: test/package does that, and takes minutes'],
  [/^for /, 'makes ten runs, which takes minutes; the test has made runs of these numbers'],
];

/** A page whose commands create teams and users, in the order of the page. */
const ofUsers = 'docs/identity.md';

/** Pages that upload documents of other tools. They come before all other pages. */
const uploading: readonly string[] = ['README.md', 'docs/results.md', 'docs/grafana.md'];

/** Parts of commands whose query may find nothing, even in a good run. */
const mayFindNothing = [/health\.suspicions/, /100000000/, /connectionErrors/];

/** The files for the examples of `import`, by the names that the examples use. */
const sources = {
  'shop.har': 'shop.har',
  'api.yaml': 'shop.openapi.yaml',
  'shop.postman_collection.json': 'shop.postman_collection.json',
  clipboard: 'shop.curl',
};

/** The ports of the shop that `npm start` opens, and of the API that `serve` opens. */
const [shopPort, apiPort] = [8080, 8090];

/** The hosts in the pages that the test replaces. */
const hosts = /localhost:(8080|9000|9090)|10\.0\.0\.7:8080/g;
const pages = [
  'README.md',
  'docs/api/README.md',
  ...(await readdir('docs')).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];
const clone = join(import.meta.dirname, '..');

let folder = '';
let api = '';
let serve: ChildProcess;
let shop: Awaited<ReturnType<typeof startShop>>;
/**
 * Tools for which only the blocks that use them are run. A test with the real tools sets them. Absent: all
 * blocks are run.
 */
const tools = process.env.DOWNPOUR_TEST_TOOLS?.split(',');
const isWanted = (lines: readonly string[]): boolean =>
  tools?.some((tool) => lines.some((line) => new RegExp(`(^|[|(] *)${tool} `).test(line))) ?? true;

/** True when the shop and the API listen on the ports of the README, so that its commands run unchanged. */
let asWritten = false;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downpour-docs-'));
  asWritten = await ownPorts([shopPort, apiPort]);
  shop = await startShop(asWritten ? { port: shopPort } : {});
  await mkdir(join(folder, 'sources'));
  for (const [name, file] of Object.entries(sources))
    await copyFile(join(clone, 'test/data/import', file), join(folder, 'sources', name));
  for (const name of ['bin', 'examples', 'schema']) await symlink(join(clone, name), join(folder, name));
  const hello = /```yaml\n([^`]+)```/.exec(await readFile(join(clone, 'README.md'), 'utf8'))?.[1] ?? '';
  const short = hello.replace('duration: 10s', 'duration: 1s').replaceAll(hosts, new URL(shop.url).host);
  await writeFile(join(folder, 'hello.hf.yaml'), short);
  await writeFile(
    join(folder, 'shop.hf.yaml'),
    short.replace('usersPerSec: 50', 'usersPerSec: !param RATE 50'),
  );
  serve = startDownpour([
    'serve',
    '--port',
    asWritten ? `${apiPort}` : '0',
    '--json',
    '--data',
    join(folder, '.downpour'),
  ]);
  const [line] = await Promise.race([
    once(serve.stdout as NodeJS.ReadableStream, 'data'),
    once(serve, 'close'),
  ]);
  assert.ok(line instanceof Buffer, `serve ended with ${line}`);
  const { url, apiKey } = JSON.parse(String(line));
  api = url;
  await prepare(apiKey);
});

after(async () => {
  // `kill` returns false when `serve` has ended by itself. The event `close` has then already happened.
  if (serve.kill('SIGINT')) await once(serve, 'close');
  await shop.close();
  await rm(folder, { recursive: true });
});

/**
 * Makes the first run, stores its document under the names that the examples use and as further runs, and
 * makes a key to revoke.
 */
async function prepare(apiKey: string): Promise<void> {
  const [first] = await runLines(['bin/downpour run hello.hf.yaml --json result.json']);
  assert.ok(first !== undefined);
  check(first);
  const document = await readFile(join(folder, 'result.json'), 'utf8');
  for (const name of ['all.json', 'jmh.json']) await writeFile(join(folder, name), document);
  await mkdir(join(folder, 'results'));
  const own = { ...JSON.parse(document), benchmark: 'own', begin: 1, end: 2 };
  await writeFile(join(folder, 'results/one.json'), JSON.stringify(own));
  await prepareRuns(JSON.parse(document), apiKey);
  for (const name of ['one', 'two']) {
    const headers = { 'X-Downpour-API-Key': apiKey, 'content-type': 'application/json' };
    const answer = await fetch(`${api}/api/user/apikey`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ name }),
    });
    assert.equal(answer.status, 200);
  }
}

/** Writes the files that a page tells its reader to save: `Save this as NAME`, and a block. */
async function saveFilesOf(page: string): Promise<void> {
  const text = await readFile(join(clone, page), 'utf8');
  // The first benchmark of the README exists already, with a shorter duration.
  for (const [, name = '', body = ''] of text.matchAll(saved))
    if (name !== 'hello.hf.yaml')
      await writeFile(join(folder, name), body.replaceAll(hosts, new URL(shop.url).host));
}

const saved = /Save this as `([\w.]+)`:\n\n```\w+\n([\s\S]*?)^```/gm;

/**
 * Makes the runs 2 to 20 of a test, and files for comparisons. They are copies of a run with the state
 * `passed`, even when a busy machine made that run inconclusive.
 */
async function prepareRuns(document: { readonly info: object }, apiKey: string): Promise<void> {
  const copy = (id: string): string =>
    JSON.stringify({ ...document, state: 'passed', info: { ...document.info, id } });
  for (const name of ['old-1', 'old-2', 'new-1', 'new-2', 'run-12'])
    await writeFile(join(folder, `${name}.json`), copy(name));
  keepRun = async (name) => {
    const query = 'test=shop&start=$.info.startTime&stop=$.info.terminateTime';
    const answer = await fetch(`${api}/api/run/data?${query}`, {
      method: 'POST',
      headers: { 'X-Downpour-API-Key': apiKey, 'content-type': 'application/json' },
      body: copy(name),
    });
    return Number(await answer.text());
  };
  for (let run = 2; run <= 20; run += 1) assert.equal(await keepRun(`b${run}`), run);
}

/** Uploads a copy of the first run. It is then the latest run. */
let keepRun: (name: string) => Promise<number>;

describe('every command in the README, and in pages that upload, works as it is written', () => {
  for (const page of uploading)
    it(page, { timeout: 220_000 }, async (t) => {
      if (page === 'README.md' && !asWritten) {
        const inside = await withNetwork(import.meta.filename, '^README\\.md$');
        if (inside !== undefined) return assert.equal(inside.code, 0, inside.output);
        const why = `ports ${shopPort} and ${apiPort} are not free, and this system allows no network of one's own`;
        t.diagnostic(`the commands of the README run with other ports than it says: ${why}`);
      }
      await saveFilesOf(page);
      for (const lines of blocksOf(await readFile(join(clone, page), 'utf8')).filter(isWanted))
        for (const done of await runLines(lines.filter((line) => isRun(line)))) check(done);
      // This page uploads documents of other tools. The next pages need a run of Downpour as the latest one.
      assert.ok((await keepRun(`after ${page}`)) > 20);
    });
});

describe('every command in the pages works as it is written', { concurrency: 2 }, async () => {
  for (const page of pages.filter((each) => !uploading.includes(each))) {
    const blocks = blocksOf(await readFile(join(clone, page), 'utf8')).filter(isWanted);
    if (blocks.length === 0) continue;
    // The blocks of a page run from its top to its end, and the page deletes what it creates.
    describe(page, { concurrency: 1 }, () => {
      before(() => saveFilesOf(page));
      // The page of all commands has so many that a busy machine needs minutes for them.
      for (let from = 0; from < blocks.length; from += blocksATest)
        it(from === 0 ? page : `${page} from block ${from + 1}`, { timeout: 110_000 }, async () => {
          for (const lines of blocks.slice(from, from + blocksATest))
            for (const done of await runLines(lines.filter((line) => isRun(line, page)))) check(done);
        });
    });
  }
});

it('every reason for not running a line is needed', async () => {
  const texts = await Promise.all(pages.map((page) => readFile(join(clone, page), 'utf8')));
  const lines = texts.flatMap(blocksOf).flat();
  const run = lines.filter((line) => isRun(line));
  assert.ok(run.length > 30, `only ${run.length} lines are run`);
  assert.deepEqual(
    notRun.filter(([pattern]) => !lines.some((line) => pattern.test(line))),
    [],
  );
});

const blocksATest = 2;

type Done = { readonly line: string; readonly code: number; readonly said: string; readonly out: string };

/**
 * Checks the result of a command. A run must be stored, with any verdict, because the machine may be busy.
 * Every other command must succeed, and a query must find something.
 */
function check({ line, code, said, out }: Done): void {
  assert.doesNotMatch(said, /is a bug in Downpour/, line);
  if (/^bin\/downpour (run|watch) /.test(line)) {
    assert.notEqual(code, 2, `${line}\n${said}`);
    assert.match(said, /\brun \d+/, line);
    return;
  }
  assert.equal(code, 0, `${line}\nexit code ${code}\n${said}`);
  // A line that stores its output in a variable, or that defines a function, is not checked. The lines that
  // use it are checked.
  if (!/downpour query|curl/.test(line) || / > \S+$|^\w+=\$\(|^\w+\(\)/.test(line)) return;
  if (mayFindNothing.some((pattern) => pattern.test(line))) return;
  assert.doesNotMatch(out, /^(null|\[\]|\{"total":0.*|.*"code":.*|)$/, `${line}\nfinds nothing: ${out}`);
}

const isRun = (line: string, page?: string): boolean =>
  (page === ofUsers && /^bin\/downpour (user|team) /.test(line)) ||
  !notRun.some(([pattern]) => pattern.test(line));

/** Lines of every fenced block of shell, without comments. */
function blocksOf(text: string): readonly (readonly string[])[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, body = '']) =>
    body.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')),
  );
}

/** Runs lines in one shell, so that variables remain. Each line has its own exit code and output. */
async function runLines(lines: readonly string[]): Promise<readonly Done[]> {
  const script = lines.map((line) => `${local(line)}\nprintf '\\n%s%s\\n' '${mark}' "$?"`).join('\n');
  const { stdout, stderr } = await shell(`set -o pipefail\n${absent}\n${script}\n`);
  const parts = stdout.split(new RegExp(`\\n${mark}(\\d+)\\n`));
  return lines.map((line, at) => {
    const out = (parts[at * 2] ?? '').trim();
    return { line, code: Number(parts[at * 2 + 1] ?? -1), out, said: `${out}\n${stderr}` };
  });
}

const mark = '--- exit code ';

/** `pbpaste` prints the text that was copied. */
const absent = `${standIns()}\npbpaste() { cat clipboard; }`;

/**
 * The command with the shop as its target, with the API of the test, and in a separate folder when it writes
 * files.
 */
function local(line: string): string {
  const here = line.replaceAll(hosts, new URL(shop.url).host).replaceAll('http://127.0.0.1:8090', api);
  // The tutorial continues with the document that `init` writes.
  const makes = /bin\/downpour (init|import) /.test(line) && !line.includes('tutorial.hf.yaml');
  return makes ? `(cd "$(mktemp -d -p .)" && cp ../sources/* . && ln -s ../bin bin && ${here}\n)` : here;
}

function shell(script: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { DOWNPOUR_URL: _url, DOWNPOUR_API_KEY: _key, FORCE_COLOR: _colour, ...env } = process.env;
  const PATH = `${dirname(process.execPath)}${delimiter}${env.PATH}`;
  return new Promise((resolve) =>
    execFile(
      'bash',
      ['-c', script],
      { cwd: folder, env: { ...env, PATH, NODE_COMPILE_CACHE: join(folder, '.cache') }, maxBuffer: 1 << 26 },
      (_, stdout, stderr) => resolve({ stdout, stderr }),
    ),
  );
}
