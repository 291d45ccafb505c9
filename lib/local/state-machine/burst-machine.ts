import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { burstStates, type TaskPlace } from '../../functions/state-functions.ts';
import type { FunctionName } from '../../functions.ts';
import { project } from '../../project.ts';
import { regionDefinition } from '../../state-machine-definitions.ts';
import type { FunctionHost } from '../function-host/host.ts';
import { type ErrorShape, functionArn } from '../function-host/messages.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { Executions, type ExecutionsOptions } from './executions.ts';
import type { TaskHost } from './fargate-tasks.ts';
import { StatesError } from './interpreter/errors.ts';
import type { Json } from './interpreter/json.ts';
import { loadDefinition } from './interpreter/load.ts';
import type { Execution } from './journal.ts';

const definitionFile = join(project, 'functions/driver/burst.asl.json');

export type BurstMachine = {
  readonly executions: Executions;
  /**
   * The state machines of other regions that this machine simulates. They run the drives of these regions.
   */
  readonly otherRegions: readonly Executions[];
  /** Runs `driver/clean` for every interrupted execution. It ends the burst as incomplete. */
  readonly cleanInterrupted: () => Promise<void>;
};

export type BurstMachineOptions = Pick<ExecutionsOptions, 'journal' | 'record'> & {
  /** Returns the host of functions, which must exist when the first execution starts. */
  readonly host: () => FunctionHost;
  /** Runs tasks of Fargate as processes of this machine. */
  readonly tasks: TaskHost;
  /** Further regions that this machine simulates. Absent: none. */
  readonly regions?: readonly string[];
  /** Called with the reason why an ended execution could not be stored or cleaned up. */
  readonly log?: (error: unknown) => void;
};

/** Creates the state machine of bursts. It invokes the functions of a host. */
export function burstMachine(options: BurstMachineOptions): BurstMachine {
  const { host, tasks, log = () => undefined, journal, record, regions = [] } = options;
  const arns = Object.fromEntries(
    Object.entries(burstStates).map(([placeholder, name]) => [placeholder, functionArn(name)]),
  );
  const text = readFileSync(definitionFile, 'utf8');
  const common = {
    name: 'downpour-burst',
    invoke: (arn: string, payload: Json) => {
      if (arn === functionArn(burstStates.drive)) prewarmEnding();
      return invokeByArn(host(), arn, payload);
    },
    log,
    ...(record === undefined ? {} : { record }),
  };
  const executions = new Executions({
    ...common,
    journal,
    call: (_, parameters) => tasks.run(parameters),
    definition: loadDefinition(text, { ...arns, ...taskSubstitutions }),
    ended: (execution) => void reap(host(), execution).catch(log),
  });
  const drives = regions.length === 0 ? undefined : loadDefinition(regionDefinition(text), arns);
  const otherRegions =
    drives === undefined
      ? []
      : regions.map(
          (region) =>
            new Executions({ ...common, region, journal: `${journal}.${region}`, definition: drives }),
        );
  const cleanAfter = async (execution: Execution): Promise<void> => {
    const { burst } = JSON.parse(execution.input) as { burst?: string };
    const { name, error, cause } = execution;
    if (burst !== undefined)
      await invokeByArn(host(), burstStates.clean, { burst, execution: name, error, cause } as Json);
    executions.settle(execution);
  };
  const cleanInterrupted = async (): Promise<void> => {
    for (const execution of executions.interrupted) await cleanAfter(execution).catch(log);
    // Interrupted executions of other regions need no cleanup, because the cleanup of their burst in this
    // region is enough.
    for (const machine of otherRegions)
      for (const execution of machine.interrupted) machine.settle(execution);
  };
  let isEndLoaded = false;
  /**
   * Loads the functions that run at the end of a burst in advance, while the users of the burst send
   * requests.
   */
  const prewarmEnding = (): void => {
    if (isEndLoaded) return;
    isEndLoaded = true;
    setTimeout(() => {
      const { settle, merge } = burstStates;
      for (const name of [settle, merge, 'work/perform', 'api/run-data']) void host().prewarm(name, 1);
    }, endingMs).unref();
  };
  return { executions, otherRegions, cleanInterrupted };
}

/** Starts environments for this number of drives, and for the functions that run before the drives. */
export function prewarmBurst(host: Pick<FunctionHost, 'prewarm'>, drives: number): void {
  const { drive, plan, awaitStart } = burstStates;
  // A failed start is ignored here, because the invocation reports a broken bundle. The thread of the other
  // functions starts before the drives, because a burst needs it first.
  for (const name of ['api/burst-start', plan, awaitStart]) void host.prewarm(name, 1);
  void host.prewarm(drive, drives);
}

/**
 * The milliseconds after the call of a drive at which the functions of the burst's end are loaded. Before
 * that, the drive needs the processor to start its first users.
 */
const endingMs = 250;

/**
 * The state machine needs the names of a cluster and its network. On one machine the names have no effect.
 */
const taskSubstitutions = {
  taskCluster: 'local',
  taskDefinition: 'drive',
  taskSubnets: 'local',
  taskSecurityGroups: 'local',
} satisfies Record<TaskPlace, string>;

/** Reports executions that did not end by themselves, like the EventBridge rule on AWS. */
async function reap(host: FunctionHost, { name, input, status }: Execution): Promise<void> {
  if (status === 'RUNNING' || status === 'SUCCEEDED') return;
  await invokeByArn(host, 'driver/reap' satisfies FunctionName, { execution: name, input, status });
}

/**
 * Invokes a function by its ARN. Errors have the names that the Lambda integration gives: the type of the
 * function's error, or `Lambda.` and the name of Lambda's error.
 */
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
