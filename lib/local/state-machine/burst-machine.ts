import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { burstStates, type FunctionName } from '../../functions.ts';
import { project } from '../../project.ts';
import type { FunctionHost } from '../function-host/host.ts';
import { type ErrorShape, functionArn } from '../function-host/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { StatesError } from './errors.ts';
import { Executions, type ExecutionsOptions } from './executions.ts';
import type { Execution } from './journal.ts';
import type { Json } from './json.ts';
import { loadDefinition } from './load.ts';

const definitionFile = join(project, 'functions/driver/burst.asl.json');

export type BurstMachine = {
  readonly executions: Executions;
  /** Runs `driver/clean`, which ends a burst as incomplete, for every execution that was interrupted. */
  readonly cleanInterrupted: () => Promise<void>;
  /** Starts environments for so many drives, and for what a burst needs before them. */
  readonly prewarm: (drives: number) => void;
};

export type BurstMachineOptions = Pick<ExecutionsOptions, 'journal' | 'record'> & {
  /** The host, which must be there when the first execution starts. */
  readonly host: () => FunctionHost;
  /** Hears why an execution that has ended could not be cleaned up. */
  readonly log?: (error: unknown) => void;
};

/** The state machine of bursts over the functions of a host. */
export function burstMachine({ host, log = () => undefined, ...options }: BurstMachineOptions): BurstMachine {
  const arns = Object.entries(burstStates).map(
    ([placeholder, name]) => [placeholder, functionArn(name)] as const,
  );
  const executions = new Executions({
    ...options,
    name: 'downpour-burst',
    definition: loadDefinition(readFileSync(definitionFile, 'utf8'), Object.fromEntries(arns)),
    invoke: (arn, payload) => invokeByArn(host(), arn, payload),
    ended: (execution) => void reap(host(), execution).catch(log),
  });
  const cleanInterrupted = async (): Promise<void> => {
    for (const execution of executions.interrupted) {
      const { burst } = JSON.parse(execution.input) as { burst?: string };
      const { error, cause } = execution;
      if (burst !== undefined) await invokeByArn(host(), burstStates.clean, { burst, error, cause } as Json);
      executions.settle(execution);
    }
  };
  const prewarm = (drives: number): void => {
    const { drive, plan, awaitStart } = burstStates;
    // A broken bundle is reported when it is invoked.
    void host().prewarm(drive, drives);
    for (const name of ['api/burst-start', plan, awaitStart]) void host().prewarm(name, 1);
  };
  return { executions, cleanInterrupted, prewarm };
}

/** What EventBridge does on AWS: tells of executions that did not come to their own end. */
async function reap(host: FunctionHost, { name, input, status }: Execution): Promise<void> {
  if (status === 'RUNNING' || status === 'SUCCEEDED') return;
  await invokeByArn(host, 'driver/reap' satisfies FunctionName, { execution: name, input, status });
}

/** Errors as the Lambda integration names them: the function's own type, or `Lambda.` and what Lambda said. */
async function invokeByArn(host: FunctionHost, arn: string, event: Json): Promise<Json> {
  const name = arn.startsWith(functionArn('')) ? arn.slice(functionArn('').length) : arn;
  try {
    const { payload, functionError } = await host.invoke(name, event);
    if (!functionError) return JSON.parse(payload) as Json;
    throw new StatesError((JSON.parse(payload) as ErrorShape).errorType, payload);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new StatesError(`Lambda.${error.code}`, error.message, { cause: error });
  }
}
