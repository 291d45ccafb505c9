import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import jsonata from 'jsonata';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { afterwards, type Scope } from '../../local/scratch.ts';
import { pythonFolder } from './python.ts';

/**
 * Starts a program of this folder that simulates Step Functions, and returns its URL. The program calls the
 * helper for the parts that it lacks.
 */
export async function startMachines(
  scope: Scope,
  program: 'moto-machines.py' | 'ministack-machines.py',
  helperUrl: string,
): Promise<string> {
  const child = spawn(
    join(pythonFolder, 'bin', 'python'),
    [join(import.meta.dirname, program), helperUrl],
    // Environment variables of the programs. moto compares UTC with local time, and MiniStack invokes only
    // functions of its own account.
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: { ...process.env, TZ: 'UTC', MINISTACK_ACCOUNT_ID: '123456789012' },
    },
  );
  afterwards(scope, () => child.kill('SIGKILL'));
  // The output of the program. It has every failure of an execution, after the errors that prevent the start.
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < 4_000) said += chunk;
  });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${error}: npm run test:peers installs what ${program} needs`);
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} has ended with ${code} before it listened: ${said}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed, ended]);
  for (const late of [failed, ended]) late.catch(() => undefined);
  return (JSON.parse(line) as { readonly url: string }).url;
}

/** Compiles a JSONata expression with the function of Step Functions that the definitions use. */
function withHash(expression: string) {
  const compiled = jsonata(expression);
  compiled.registerFunction('hash', (text: string, algorithm: string) => {
    assert.equal(algorithm, 'SHA-256');
    return createHash('sha256').update(text).digest('hex');
  });
  return compiled;
}

/** Serves the parts that these programs lack: JSONata, and functions outside of containers. */
export function helper(invoke: (name: string, payload: Json) => Promise<Json>) {
  const answers: Readonly<Record<string, (body: never) => Promise<object>>> = {
    async '/jsonata'({ expression }: { readonly expression: string }) {
      try {
        return { value: (await withHash(expression).evaluate(undefined)) as unknown };
      } catch (error) {
        return { error: String((error as { message?: unknown }).message ?? error) };
      }
    },
    async '/invoke'({ name, payload }: { readonly name: string; readonly payload: Json }) {
      try {
        return { failed: false, payload: JSON.stringify(await invoke(name, payload)) };
      } catch (error) {
        if (!(error instanceof StatesError)) throw error;
        const [, refused] = /^Lambda\.(.*)$/.exec(error.error) ?? [];
        return refused === undefined ? { failed: true, payload: error.message } : { refused };
      }
    },
  };
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const answer = answers[request.url ?? ''];
    const body = JSON.parse(Buffer.concat(chunks).toString()) as never;
    response.end(JSON.stringify((await answer?.(body)) ?? {}));
  });
}
