import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import jsonata from 'jsonata';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { afterwards, clientDefaults, listening, type Scope } from '../../local/scratch.ts';
import { pythonFolder } from './python.ts';

export type MotoMachine = {
  readonly url: string;
  run(burst: string): Promise<{
    readonly status: string | undefined;
    readonly error?: string | undefined;
    readonly cause?: string | undefined;
    readonly output?: string | undefined;
  }>;
};

/** A definition whose executions moto's interpreter runs. Its functions are invoked in this process. */
export async function motoMachine(
  scope: Scope,
  definition: string,
  invoke: (name: string, payload: Json) => Promise<Json>,
): Promise<MotoMachine> {
  const url = await startMoto(scope, await listening(scope, helper(invoke)));
  const client = new SFNClient({ ...clientDefaults, endpoint: url });
  afterwards(scope, () => client.destroy());
  const { stateMachineArn } = await client.send(
    new CreateStateMachineCommand({
      name: 'burst',
      roleArn: 'arn:aws:iam::123456789012:role/none',
      // Its grammar takes a share with a decimal point only, where the service takes a number.
      definition: definition.replaceAll(/("ToleratedFailurePercentage": \d+)(?=[,\s])/g, '$1.0'),
    }),
  );
  return {
    url,
    async run(burst) {
      const input = JSON.stringify({ burst });
      const { executionArn } = await client.send(
        new StartExecutionCommand({ stateMachineArn, name: burst, input }),
      );
      for (;;) {
        const { status, error, cause, output } = await client.send(
          new DescribeExecutionCommand({ executionArn }),
        );
        if (status !== 'RUNNING') return { status, error, cause, output };
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
  };
}

export async function startMoto(scope: Scope, helperUrl: string): Promise<string> {
  const child = spawn(
    join(pythonFolder, 'bin', 'python'),
    [join(import.meta.dirname, 'state-machines.py'), helperUrl],
    // It compares instants of UTC with local time.
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, TZ: 'UTC' } },
  );
  afterwards(scope, () => child.kill('SIGKILL'));
  // It reports every failure of an execution here; what keeps it from starting comes first.
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (said.length < 4_000) said += chunk;
  });
  const failed = once(child, 'error').then(([error]) => {
    throw new Error(`${error}: npm run test:peers installs moto`);
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`moto has ended with ${code} before it listened: ${said}`);
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), failed, ended]);
  for (const late of [failed, ended]) late.catch(() => undefined);
  return (JSON.parse(line) as { readonly url: string }).url;
}

/** The parts that moto lacks: JSONata, and functions outside of Docker. */
function helper(invoke: (name: string, payload: Json) => Promise<Json>) {
  const answers: Readonly<Record<string, (body: never) => Promise<object>>> = {
    async '/jsonata'({ expression }: { readonly expression: string }) {
      try {
        return { value: (await jsonata(expression).evaluate(undefined)) as unknown };
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
