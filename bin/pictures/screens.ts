import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { project } from '../../lib/project.ts';

export type Screens = {
  /** An empty folder. The runs leave their data in it. */
  readonly folder: string;
  /** The URL of the target. */
  readonly target: string;
  /** The folder for the pictures. */
  readonly pictures: string;
  readonly chromium: string;
};

/** The number of runs of one test. The last one breaks its limit. */
const runs = 8;

/**
 * Writes a picture of every screen of the pages, from real runs against the target: some runs of one test,
 * one run of another test, and a running burst.
 */
export async function pictureScreens({ folder, target, pictures, chromium }: Screens): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const served = await serve(folder);
  try {
    const run = async (name: string, limit: string, seconds: number, ...words: string[]): Promise<void> => {
      const file = join(folder, `${name}.hf.yaml`);
      await writeFile(file, benchmark(name, target, limit, seconds));
      await finished(command(folder, 'run', file, '--data', dataIn(folder), ...words));
    };
    await run('search', '2s', 3);
    for (let n = 1; n <= runs; n++) await run('checkout', n === runs ? '1ms' : '2s', 3);
    await writeFile(join(folder, 'live.hf.yaml'), benchmark('nightly', target, '2s', 60));
    const live = command(folder, 'run', join(folder, 'live.hf.yaml'), '--data', dataIn(folder));
    try {
      await new Promise((resolve) => setTimeout(resolve, 15_000));
      await photograph(served, { pictures, chromium });
    } finally {
      await ended(live);
    }
  } finally {
    await ended(served.server);
  }
}

const dataIn = (folder: string): string => join(folder, 'data');

type Served = { readonly server: ChildProcess; readonly url: string; readonly key: string };

async function serve(folder: string): Promise<Served> {
  const data = dataIn(folder);
  const server = command(folder, 'serve', '--port', '0', '--data', data);
  const url = await new Promise<string>((resolve, reject) => {
    // The output is read to its end, because `serve` ends when nothing reads its output.
    server.stdout?.on('data', (text: Buffer) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once('exit', () =>
      reject(new Error('the command `downpour serve` ended before its API was ready')),
    );
  });
  return { server, url, key: (await readFile(join(data, 'admin.key'), 'utf8')).trim() };
}

async function photograph(
  { url, key }: Served,
  { pictures, chromium }: Pick<Screens, 'pictures' | 'chromium'>,
): Promise<void> {
  const { chromium: driver } = await import('playwright-core');
  const browser = await driver.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  try {
    const context = await browser.newContext({
      viewport: { width: 1200, height: 800 },
      colorScheme: 'light',
    });
    await context.addInitScript(`sessionStorage.setItem('downpour.key', ${JSON.stringify(key)})`);
    const page = await context.newPage();
    const last = runs + 1;
    const shown: Readonly<Record<string, string>> = {
      now: '/',
      runs: '/runs',
      run: `/run/${last}`,
      questions: `/run/${last}/ask?q=$.verdicts[*]`,
      document: `/run/${last}/data`,
      comparison: `/compare?base=2..5&new=6..${last}`,
      tests: '/tests',
      test: '/test/2',
      changes: '/changes',
      bursts: '/bursts',
    };
    const take = async (name: string): Promise<void> => {
      await page.waitForSelector('main h1');
      await page.waitForTimeout(1_500);
      await page.screenshot({ path: join(pictures, `${name}.png`) });
    };
    for (const [name, path] of Object.entries(shown)) {
      await page.goto(url + path);
      await take(name);
    }
    await page.goto(`${url}/bursts`);
    await page.locator('main a[href^="/burst/"]').first().click();
    await take('burst');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await take('sign-in');
  } finally {
    await browser.close();
  }
}

function command(folder: string, ...words: readonly string[]): ChildProcess {
  return spawn(process.execPath, [join(project, 'bin/downpour.ts'), ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, DOWNPOUR_API_KEY: undefined },
  });
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

async function finished(child: ChildProcess): Promise<void> {
  child.stdout?.resume();
  await once(child, 'exit');
}

const benchmark = (name: string, target: string, limit: string, seconds: number): string => `name: ${name}
http: { host: '${target}', sharedConnections: 20 }
phases:
- browse:
    constantRate:
      usersPerSec: 40
      duration: ${seconds}s
      scenario:
      - products:
        - httpRequest: { GET: /products, sla: { limits: { 0.99: ${limit} } } }
`;
