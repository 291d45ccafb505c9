import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { stopMachine } from '../../../../lib/local/state-machine/express/stop-machine.ts';
import type { Json } from '../../../../lib/local/state-machine/interpreter/json.ts';
import { regionDefinition } from '../../../../lib/state-machine-definitions.ts';
import type { Cloud } from '../../../functions/driver/cloud.ts';
import { afterwards, clientDefaults, listening, type Scope } from '../../../local/scratch.ts';
import { helper, startMachines } from '../machines.ts';

export type Ended = {
  readonly status: string | undefined;
  readonly error?: string | undefined;
  readonly cause?: string | undefined;
};

/** A program that runs the state machines of this project, as Step Functions does. */
export type Interpreter = {
  readonly name: 'ours' | 'moto' | 'ministack';
  readonly stateMachineArn: string;
  /** Runs `burst.asl.json` over a prepared burst. */
  readonly run: (burst: string) => Promise<Ended>;
  /** Returns the end of an execution of `burst.asl.json` that another program has started. */
  readonly ended: (name: string) => Promise<Ended>;
  /** Runs `stop.asl.json`. */
  readonly stop: (burst: string, token: string) => Promise<Ended>;
};

export function ours(cloud: Cloud): Interpreter {
  const { executions } = cloud;
  const stopping = stopMachine(process.env as Record<string, string>, executions);
  return {
    name: 'ours',
    stateMachineArn: executions.stateMachineArn,
    run: (burst) => cloud.run(burst),
    ended: (name) => executions.ended(name),
    stop: (burst, token) => stopping.run(JSON.stringify({ burst, token })),
  };
}

/** The interpreters of other projects, by the program that simulates Step Functions with them. */
const others = {
  moto: {
    program: 'moto-machines.py',
    // Moto's grammar accepts a percentage only with a decimal point. AWS accepts any number.
    adapted: (text: string) => text.replaceAll(/("ToleratedFailurePercentage": \d+)(?=[,\s])/g, '$1.0'),
  },
  ministack: {
    program: 'ministack-machines.py',
    // Distributed maps of MiniStack evaluate JSONPath only. An inline map differs in its history and its
    // limits.
    adapted: (text: string) => text.replaceAll('"Mode": "DISTRIBUTED"', '"Mode": "INLINE"'),
  },
} as const;

/** Starts the program, with the state machines of a deployment that has drives in one further region. */
export async function other(
  scope: Scope,
  name: keyof typeof others,
  cloud: Cloud,
  region: string,
): Promise<Interpreter & { readonly url: string }> {
  const { program, adapted } = others[name];
  const url = await startMachines(scope, program, await listening(scope, helper(invokeOf(cloud))));
  const at = (where: string): SFNClient => {
    const client = new SFNClient({ ...clientDefaults, endpoint: url, region: where });
    afterwards(scope, () => client.destroy());
    return client;
  };
  const home = at('us-east-1');
  const create = async (client: SFNClient, machine: string, text: string): Promise<string> => {
    const roleArn = 'arn:aws:iam::123456789012:role/none';
    const command = new CreateStateMachineCommand({ name: machine, roleArn, definition: adapted(text) });
    return (await client.send(command)).stateMachineArn ?? '';
  };
  const textIn = (where: string): string =>
    cloud.definition((each) => `arn:aws:lambda:${where}:123456789012:function:${each}`);
  const stateMachineArn = await create(home, name, textIn('us-east-1'));
  await create(at(region), name, regionDefinition(textIn(region)));
  const stopArn = await create(home, `${name}-stop`, stopDefinition(stateMachineArn));
  const start = async (machine: string, execution: string, input: object): Promise<string> => {
    const command = { stateMachineArn: machine, name: execution, input: JSON.stringify(input) };
    return (await home.send(new StartExecutionCommand(command))).executionArn ?? '';
  };
  const endOf = async (executionArn: string): Promise<Ended> => {
    for (;;) {
      const { status, error, cause } = await home.send(new DescribeExecutionCommand({ executionArn }));
      if (status !== 'RUNNING') return { status, error, cause };
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return {
    name,
    url,
    stateMachineArn,
    run: async (burst) => endOf(await start(stateMachineArn, burst, { burst })),
    ended: (execution) => endOf(`${stateMachineArn.replace(':stateMachine:', ':execution:')}:${execution}`),
    stop: async (burst, token) => endOf(await start(stopArn, `${burst}-stop`, { burst, token })),
  };
}

const invokeOf =
  (cloud: Cloud) =>
  (name: string, payload: Json): Promise<Json> =>
    cloud.invoke(name, payload);

function stopDefinition(burstMachine: string): string {
  const given: Readonly<Record<string, string>> = {
    partition: 'aws',
    burstMachine,
    burstsTable: process.env.DOWNPOUR_BURSTS_TABLE ?? '',
  };
  const file = new URL('../../../../functions/driver/stop.asl.json', import.meta.url);
  const text = readFileSync(file, 'utf8').replaceAll(/\$\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
  // An interpreter in Python on a busy machine is slower than Step Functions, so it gets longer time limits.
  return text.replaceAll(/"TimeoutSeconds": (\d+)/g, (_, seconds) => `"TimeoutSeconds": ${10 * seconds}`);
}

/**
 * The only endpoint that the functions call, for all interpreters. A call whose body has an ARN goes to the
 * interpreter with this state machine. A call with a token has no ARN, so it goes to all interpreters.
 */
export function passOn(endpoints: ReadonlyMap<string, string>) {
  return createServer(async (asked, response) => {
    const body = await bytesOf(asked);
    const [, name = ''] = /:(?:stateMachine|execution):(\w+)/.exec(body.toString()) ?? [];
    const named = endpoints.get(name);
    let reply: Reply = { status: 500, body: Buffer.of() };
    for (const url of named === undefined ? endpoints.values() : [named]) {
      reply = await post(url, asked, body);
      if (reply.status === 200) break;
    }
    response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' }).end(reply.body);
  });
}

type Reply = { readonly status: number; readonly body: Buffer };

/** The signature covers the header `host`, so the header is passed on. */
async function post(url: string, { headers }: IncomingMessage, body: Buffer): Promise<Reply> {
  const sent = request(url, { method: 'POST', headers });
  sent.end(body);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: reply.statusCode ?? 500, body: await bytesOf(reply) };
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
