import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** The variable that is set in a test with its own network, where every port is free. */
const inside = 'DOWNPOUR_TEST_OWN_NETWORK';

/**
 * A command that runs a shell line in a new network. Linux allows it without any permission. `ip` starts the
 * loopback of that network.
 */
const command = ['--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];

const hasNetworks = (): boolean => spawnSync('unshare', [...command, 'true']).status === 0;

/**
 * True when a test may use these ports: in its own network, or when no such network can be made and all ports
 * are free.
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

/**
 * Runs the tests of a file with matching names in a network of their own. Undefined when no such network can
 * be made.
 */
export async function withNetwork(
  file: string,
  names: string,
): Promise<{ readonly code: number | null; readonly output: string } | undefined> {
  if (!hasNetworks()) return undefined;
  // With NODE_TEST_CONTEXT, the child process would report to the runner of this test instead of printing its
  // output.
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
