import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';

type Work = { readonly bytes: number; readonly objects: Readonly<Record<string, number>> };

/**
 * Options that make V8's memory for young objects so large that no collection occurs during the measurement.
 */
const flags = ['--expose-gc', '--max-semi-space-size=256', '--min-semi-space-size=256'];

function workOver(transport: 'memory' | 'socket'): Work {
  const program = join(import.meta.dirname, 'work-of-a-request.ts');
  return JSON.parse(execFileSync(process.execPath, [...flags, program, transport], { encoding: 'utf8' }));
}

// The most asynchronous resources for each request. One turn of the event loop serves many requests, so on
// average a request needs less than one.
const perRequestMax = { PROMISE: 0.5, Timeout: 0.5, Immediate: 0.5 };

function assertFewObjects({ objects }: Work): void {
  for (const [kind, count] of Object.entries(objects)) {
    const most = kind in perRequestMax ? perRequestMax[kind as keyof typeof perRequestMax] : 0;
    assert.ok(count <= most, `${count} objects of the kind ${kind} for each request`);
  }
}

describe('a request makes no promise, no timer and no callback of its own, and few bytes', () => {
  test('without a socket', () => {
    const work = workOver('memory');
    assertFewObjects(work);
    assert.ok(work.bytes > 0 && work.bytes < 1_200, `${work.bytes} bytes`);
  });

  test('on a socket', () => {
    const work = workOver('socket');
    assertFewObjects(work);
    assert.ok(work.bytes > 0 && work.bytes < 2_000, `${work.bytes} bytes`);
  });
});
