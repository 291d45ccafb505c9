import { mkdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startCloud } from '../../../../lib/local/cloud.ts';
import { afterwards, type Scope, scratchDir } from '../../../local/scratch.ts';
import { openBrowser } from '../browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A tab, and all errors that its pages have reported. */
export type Tab = {
  readonly page: Page;
  /** Messages of the console, errors of scripts and violations of the policy. */
  readonly complaints: string[];
  readonly requests: string[];
  readonly close: () => Promise<void>;
};

export type TabOptions = BrowserContextOptions & {
  /** False: the tab gets no API key. */
  readonly signedIn?: boolean;
  /** The API key of the tab. @default the administrator key */
  readonly key?: string;
};

export type Stage = {
  readonly url: string;
  readonly key: string;
  readonly browser: Browser;
  /** Sends a request to the API with the administrator key, and returns the JSON of the answer. */
  readonly api: <T>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Opens a path in a new tab of its own context, and waits until the screen has its heading. */
  readonly open: (path: string, options?: TabOptions) => Promise<Tab>;
};

/**
 * A whole local cloud over an empty data folder, and Debian's Chromium. Both end with the scope.
 * @param environment variables of the functions.
 */
export async function openStage(
  scope: Scope,
  environment: Readonly<Record<string, string>> = {},
): Promise<Stage> {
  const cloud = await startCloud({ dataDir: join(scratchDir(scope), 'data'), environment });
  afterwards(scope, () => cloud.close());
  const browser = await openBrowser(scope);
  const key = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
  const { url } = cloud;
  return { url, key, browser, api: caller(url, key), open: opener(browser, url, key) };
}

export function caller(url: string, key: string): Stage['api'] {
  return async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { 'X-Downpour-API-Key': key, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
}

function opener(browser: Browser, url: string, adminKey: string): Stage['open'] {
  return async (path, { signedIn = true, key = adminKey, ...options } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    if (signedIn)
      await context.addInitScript(`sessionStorage.setItem('downpour.key', ${JSON.stringify(key)})`);
    const page = await context.newPage();
    const complaints: string[] = [];
    const requests: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(url + path);
    if (options.javaScriptEnabled !== false) await page.waitForSelector('main h1');
    return { page, complaints, requests, close: () => context.close() };
  };
}

/**
 * The widths and themes with which each screen is checked. The narrow width is that of a phone, with touch.
 */
export const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${width} wide, ${colorScheme}`,
    options: { viewport: { width, height: 900 }, colorScheme, hasTouch: width < 640 },
  })),
);

/** The processor time of the page's main thread during a step, in milliseconds. */
export async function cpuOf(page: Page, step: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spentMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const before = await spentMs();
  await step();
  const spent = (await spentMs()) - before;
  await devtools.detach();
  return spent;
}

/**
 * The tasks of a page's main thread during a step, in milliseconds of processor time: the longest task, and
 * the sum of the tasks before the first paint of a page that the step loads. Without a load, the sum is 0.
 */
export async function tasksOf(
  page: Page,
  step: () => Promise<unknown>,
): Promise<{ readonly longestMs: number; readonly untilPaintMs: number }> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'loading'];
  await devtools.send('Tracing.start', { traceConfig: { includedCategories } });
  await step();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  const place = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const isMain = (event: TraceEvent): boolean => event.args?.name === 'CrRendererMain';
  const mains = new Set(events.filter(isMain).map(place));
  const tasks = events.filter((event) => event.name === 'RunTask' && mains.has(place(event)));
  if (tasks.length === 0) throw new Error('the trace has no task of a page');
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  const loading = tasks.filter(({ ts }) => ts < (paint?.ts ?? 0));
  return {
    longestMs: Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000)),
    untilPaintMs: loading.reduce((sum, { tdur = 0 }) => sum + tdur / 1_000, 0),
  };
}

/** An event of a trace: microseconds of the clock, and of the processor's time. */
type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
};

/** Lines whose text is higher than their box, so that it covers the next line. */
export const overflowing = async (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('main li, main p, main dd, main h1, header li')]
    .filter((each) => each.checkVisibility() && each.clientHeight > 1 && each.scrollHeight > each.clientHeight + 2)
    .map((each) => each.textContent.slice(0, 80))`);

/** The violations of accessibility that the checker axe finds in a page, as text. */
export async function violations(page: Page): Promise<readonly string[]> {
  // The checker runs as a separate program in the page, because the page itself may only run its own scripts.
  await page.evaluate(axe);
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target, failureSummary }) => target + ' ' + failureSummary).slice(0, 2).join(' | ')))`,
  );
  return found as readonly string[];
}

/** The number of pixels by which the page is wider than the window. */
export const sideways = async (page: Page): Promise<number> =>
  Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));

/** Tables and figures that are too wide for a sheet of paper with the window's width. */
export const cutOnPaper = async (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('main table, main svg, main canvas')]
    .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
    .map((each) => each.outerHTML.slice(0, 80) + ' ' + each.getBoundingClientRect().right)`);

/** The number of pages of the PDF of a page. */
export async function pagesOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/**
 * Saves a picture of the screen in the folder that `DOWNPOUR_SHOTS` names, so that people can look at it.
 * @param fullPage false: only the part of the page in the window.
 */
export async function shot(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.DOWNPOUR_SHOTS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-')}.png`), fullPage });
}
