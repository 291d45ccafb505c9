import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Set in a test that has a network of its own, where every port is free. */
const inside = 'DOWNPOUR_TEST_OWN_NETWORK';

/** In a network of one's own, as Linux gives one without any right. `ip` opens its loopback. */
const command = ['--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const hasNetworks = (): boolean => spawnSync('unshare', [...command, 'true']).status === 0;

/**
 * Whether a test may use these ports. In a network of its own it may. Otherwise only when no such network
 * can be made and all ports are free.
 */
export async function ownPorts(ports: readonly number[]): Promise<boolean> {
  if (process.env[inside] !== undefined) return true;
  if (hasNetworks()) return false;
  const free = await Promise.all(ports.map(isFree));
  return free.every((each) => each);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Runs the tests of a file whose names match, in a network of their own. Undefined: none can be made. */
export async function withNetwork(
  file: string,
  names: string,
): Promise<{ readonly code: number | null; readonly output: string } | undefined> {
  if (!hasNetworks()) return undefined;
  // A child of a test would report to it otherwise, in place of printing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const words = [...command, process.execPath, '--test', `--test-name-pattern=${names}`, file];
  const child = spawn('unshare', words, {
    env: { ...env, [inside]: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, ...output] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, output: output.join('') };
}
