/**
 * Makes pictures of the product from a real run: `npx node bin/pictures.ts`. It runs the first benchmark of
 * the README against the shop of the examples, and writes the terminal as SVG. Where Chromium is installed,
 * it also writes the report page and the screens of the pages as PNG.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { project } from '../lib/project.ts';
import { pictureScreens } from './pictures/screens.ts';
import { textSvg } from './pictures/text-svg.ts';

const pictures = join(project, 'docs', 'pictures');
const chromium = '/usr/bin/chromium';

const folder = await mkdtemp(join(tmpdir(), 'downpour-pictures-'));
const shop = spawn(process.execPath, [join(project, 'examples/shop/main.ts'), '0'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  const file = join(folder, 'hello.hf.yaml');
  await writeFile(file, await firstBenchmark());
  const target = await urlOf(shop);
  const run = await downpour('run', 'hello.hf.yaml', '-P', `HOST=${target}`);
  const report = await downpour('report', 'last');
  await writeFile(
    join(pictures, 'run.svg'),
    textSvg('A run in the terminal', prompt('run hello.hf.yaml', run)),
  );
  await writeFile(
    join(pictures, 'report.svg'),
    textSvg('The report of a run', prompt('report last', report)),
  );
  if (existsSync(chromium)) {
    await reportPage();
    await pictureScreens({
      folder: await mkdtemp(join(folder, 'screens-')),
      target,
      pictures: join(pictures, 'pages'),
      chromium,
    });
  }
} finally {
  shop.kill();
  await rm(folder, { recursive: true, force: true });
}

/** The first benchmark document of the README. */
async function firstBenchmark(): Promise<string> {
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  return /^```yaml\n([\s\S]*?)^```/m.exec(readme)?.[1] ?? '';
}

async function urlOf(process: ChildProcess): Promise<string> {
  const [line] = await once(process.stdout ?? process, 'data');
  return /http:\S+:\d+/.exec(String(line))?.[0] ?? '';
}

async function downpour(...words: readonly string[]): Promise<string> {
  const environment = { ...process.env, FORCE_COLOR: '1', COLUMNS: '120' };
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [join(project, 'bin/downpour.ts'), ...words],
    { cwd: folder, env: environment },
  );
  // The path of the program is removed from its output, so that it has the name that a reader types.
  return (stderr + stdout).replaceAll(/[\w./-]*bin\/downpour\b/g, 'bin/downpour');
}

/** The text of a terminal: the command and its output, from the start of the load. */
function prompt(command: string, output: string): string {
  const lines = output.split('\n');
  const began = lines.findIndex((line) => line.includes('started, lasts'));
  return [`$ bin/downpour ${command}`, ...lines.slice(Math.max(began, 0))].join('\n');
}

/** Writes a picture of the top of the report page in a browser. */
async function reportPage(): Promise<void> {
  await downpour('report', 'last', '-o', 'report.html');
  const { chromium: driver } = await import('playwright-core');
  const browser = await driver.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage({ viewport: { width: 1100, height: 900 }, colorScheme: 'light' });
    await page.goto(pathToFileURL(join(folder, 'report.html')).href);
    await page.screenshot({ path: join(pictures, 'report-page.png') });
  } finally {
    await browser.close();
  }
}
