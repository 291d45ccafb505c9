import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

/** A test, or a suite: whatever says when its things may go. */
export type Scope = { readonly after: (end: () => void | Promise<void>) => void };

/** To be called in a `describe`: things made in its `before` go after its last test. */
export function suiteScope(): Scope {
  const ends: (() => void | Promise<void>)[] = [];
  after(async () => {
    for (const end of ends.reverse()) await end();
  });
  return { after: (end) => void ends.push(end) };
}

/** A directory that goes when the test does. */
export function scratchDir(scope: Scope): string {
  const dir = mkdtempSync(join(tmpdir(), 'downpour-test-'));
  scope.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Listens on a free port of the loopback and answers the URL; the server closes when the test ends. */
export async function listening(scope: Scope, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Credentials of the tests. */
export const accessKeyId = 'test';
export const secretAccessKey = 'test-secret';
export const credentials = { [accessKeyId]: secretAccessKey };
export const clientDefaults = {
  region: 'us-east-1',
  credentials: { accessKeyId, secretAccessKey },
  maxAttempts: 1,
};
