import { randomUUID } from 'node:crypto';
import { ProtocolError } from '../protocol-error.ts';
import type { Definition } from './definition.ts';
import { StatesError, toStatesError } from './errors.ts';
import { runStates } from './interpreter.ts';
import { type Execution, type ExecutionStatus, openJournal } from './journal.ts';
import { type Json, payloadBytesMax } from './json.ts';
import { deadline, type Services, type StateEvent } from './scope.ts';
import { createTaskTokens, type TaskTokens } from './tokens.ts';

export type ExecutionsOptions = {
  readonly definition: Definition;
  /** Name of the state machine. */
  readonly name: string;
  /** File of the journal. */
  readonly journal: string;
  readonly invoke: Services['invoke'];
  /** Told of every step of every execution. */
  readonly record?: (execution: string, event: StateEvent) => void;
};

export type Executions = {
  readonly stateMachineArn: string;
  readonly tokens: TaskTokens;
  /** Idempotent by name while the execution runs. Throws `ExecutionAlreadyExists`, `InvalidName`, `InvalidExecutionInput`. */
  readonly start: (input: string, name?: string) => Execution;
  /** Throws `ExecutionDoesNotExist`. */
  readonly find: (arn: string) => Execution;
  /** Newest first. */
  readonly list: (status?: ExecutionStatus) => readonly Execution[];
  /** Aborts a running execution; one that has ended stays as it is. */
  readonly stop: (arn: string, error?: string, cause?: string) => Execution;
  readonly arnOf: (execution: Execution) => string;
  /** Those that the end of the last process aborted, and what they left behind is still there. */
  readonly interrupted: readonly Execution[];
  /** Says that nothing of an interrupted execution is left; until then every start finds it again. */
  readonly settle: (interrupted: Execution) => void;
  /** Settles when the execution has ended. */
  readonly ended: (arn: string) => Promise<Execution>;
  /** Ends all that run without telling the journal: whoever opens it next finds them interrupted. */
  readonly close: () => Promise<void>;
};

type Running = { readonly abort: AbortController; readonly done: Promise<Execution> };

/** The executions of one state machine, remembered on disk. */
export function createExecutions(options: ExecutionsOptions): Executions {
  const { definition, name: machine } = options;
  const journal = openJournal(options.journal, Date.now());
  const running = new Map<string, Running>();
  const tokens = createTaskTokens();
  let isClosed = false;
  const stateMachineArn = `arn:aws:states:us-east-1:000000000000:stateMachine:${machine}`;
  const arnPrefix = `arn:aws:states:us-east-1:000000000000:execution:${machine}:`;
  const arnOf = (execution: Execution): string => arnPrefix + execution.name;

  const find = (arn: string): Execution => {
    const execution = arn.startsWith(arnPrefix) && journal.executions.get(arn.slice(arnPrefix.length));
    if (!execution)
      throw new ProtocolError(400, 'ExecutionDoesNotExist', `Execution Does Not Exist: '${arn}'`);
    return execution;
  };

  const start = (input: string, name: string = randomUUID()): Execution => {
    const parsed = parseInput(input);
    checkName(name);
    const known = journal.executions.get(name);
    if (known?.status === 'RUNNING' && known.input === input) return known;
    if (known)
      throw new ProtocolError(400, 'ExecutionAlreadyExists', `Execution Already Exists: '${arnOf(known)}'`);
    const execution: Execution = { name, startedAt: Date.now(), input, status: 'RUNNING' };
    journal.write(execution);
    const abort = new AbortController();
    running.set(name, { abort, done: run(execution, parsed, abort) });
    return execution;
  };

  const run = async (execution: Execution, input: Json, abort: AbortController): Promise<Execution> => {
    const seconds = definition.TimeoutSeconds;
    const late = new StatesError('States.Timeout', `The execution took more than ${seconds} s`);
    const limit = deadline(seconds, abort.signal, () => late);
    const scope = {
      variables: {},
      context: {
        Execution: contextOf(execution, arnOf(execution), input),
        StateMachine: { Id: stateMachineArn },
      },
      signal: abort.signal,
      services: servicesOf(execution.name),
      runStates,
    };
    let end: Ending;
    try {
      const output = await Promise.race([runStates(definition, input, scope), limit.passed]);
      end = { status: 'SUCCEEDED', output: JSON.stringify(output) };
    } catch (thrown) {
      const { error, message: cause } = toStatesError(thrown);
      const status = abort.signal.aborted ? 'ABORTED' : thrown === late ? 'TIMED_OUT' : 'FAILED';
      end = { status, error, cause };
      // What still runs inside, after a time limit, must not go on.
      abort.abort(thrown);
    }
    limit.clear();
    const ended: Execution = { ...execution, ...end, endedAt: Date.now() };
    if (!isClosed) journal.write(ended);
    running.delete(execution.name);
    return ended;
  };

  const servicesOf = (execution: string): Services => ({
    invoke: options.invoke,
    tokens,
    record: (event) => options.record?.(execution, event),
  });

  const stop = (arn: string, error = '', cause = ''): Execution => {
    const execution = find(arn);
    running.get(execution.name)?.abort.abort(new StatesError(error, cause));
    return execution;
  };

  const list = (status?: ExecutionStatus): readonly Execution[] =>
    [...journal.executions.values()].filter((execution) => !status || execution.status === status).reverse();

  const ended = async (arn: string): Promise<Execution> => {
    const execution = find(arn);
    return running.get(execution.name)?.done ?? execution;
  };

  const close = async (): Promise<void> => {
    isClosed = true;
    const all = [...running.values()];
    for (const { abort } of all)
      abort.abort(new StatesError('Downpour.Interrupted', 'The local cloud was closed'));
    await Promise.all(all.map(({ done }) => done));
  };

  return {
    ...{ stateMachineArn, tokens, start, find, list, stop, arnOf, ended, close },
    interrupted: journal.interrupted,
    settle: journal.write,
  };
}

type Ending = Pick<Execution, 'status' | 'output' | 'error' | 'cause'>;

const contextOf = ({ name, startedAt }: Execution, arn: string, input: Json) => ({
  Id: arn,
  Name: name,
  Input: input,
  StartTime: new Date(startedAt).toISOString(),
});

function parseInput(input: string): Json {
  if (Buffer.byteLength(input) > payloadBytesMax) {
    throw new ProtocolError(400, 'InvalidExecutionInput', `The input is above ${payloadBytesMax} bytes`);
  }
  try {
    return JSON.parse(input) as Json;
  } catch (cause) {
    throw new ProtocolError(
      400,
      'InvalidExecutionInput',
      `Invalid State Machine Execution Input: ${String(cause)}`,
    );
  }
}

function checkName(name: string): void {
  if (!/^[A-Za-z0-9_.~-]{1,80}$/.test(name))
    throw new ProtocolError(400, 'InvalidName', `Invalid Name: '${name}'`);
}
