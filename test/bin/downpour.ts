import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

/** Starts the command line in a process of its own, without a terminal and without the caller's settings. */
export function startDownpour(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const { DOWNPOUR_URL: _url, DOWNPOUR_API_KEY: _key, FORCE_COLOR: _colour, ...inherited } = process.env;
  return spawn(process.execPath, ['bin/downpour.ts', ...parameters], {
    cwd: checkout,
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to its end. */
export async function downpour(
  parameters: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = startDownpour(parameters, environment);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}
