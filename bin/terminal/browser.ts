import { spawn } from 'node:child_process';

/** The program that opens an address, by operating system. */
const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the person's browser: with the program in BROWSER, else with that of the system.
 * @returns false when the program is missing or fails.
 */
export async function openBrowser(url: string, { BROWSER }: NodeJS.ProcessEnv): Promise<boolean> {
  const [name = 'xdg-open', ...before] = BROWSER ? [BROWSER] : (openers[process.platform] ?? []);
  const child = spawn(name, [...before, url], { stdio: 'ignore', detached: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.once('error', () => resolve(false));
  child.once('exit', (code) => resolve(code === 0));
  // Some openers run as long as the browser. After this time the address counts as opened.
  const timer = setTimeout(() => resolve(true), patienceMs);
  const opened = await promise;
  clearTimeout(timer);
  child.unref();
  return opened;
}

const patienceMs = 2_000;
