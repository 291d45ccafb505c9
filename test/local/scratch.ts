import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { listen } from '../../lib/local/protocol/listen.ts';

export { accessKeyId, clientDefaults, credentials, secretAccessKey } from './credentials.ts';

type End = () => unknown;

/** A test or a suite. At its end, its files are deleted. */
export type Scope = { readonly after: (end: () => Promise<void>) => void };

const ends = new WeakMap<Scope, End[]>();

/**
 * Registers a function that runs when the scope ends. The last one runs first, because later objects may need
 * earlier ones.
 */
export function afterwards(scope: Scope, end: End): void {
  const known = ends.get(scope);
  if (known) {
    known.push(end);
    return;
  }
  const stack = [end];
  ends.set(scope, stack);
  scope.after(async () => {
    for (const each of stack.reverse()) await each();
  });
}

/**
 * Makes a scope of a suite. Call it in `describe`: objects that are made in `before` are then deleted after
 * the last test.
 */
export function suiteScope(): Scope {
  const stack: End[] = [];
  after(async () => {
    for (const end of stack.reverse()) await end();
  });
  return { after: (end) => void stack.push(end) };
}

/** A directory that is deleted at the end of the test or suite. */
export function scratchDir(scope: Scope): string {
  const dir = mkdtempSync(join(tmpdir(), 'downpour-test-'));
  afterwards(scope, () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Listens on a free port of the loopback and returns the URL. The server closes when the scope ends. */
export async function listening(scope: Scope, server: Server): Promise<string> {
  const url = await listen(server);
  afterwards(scope, () => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}
