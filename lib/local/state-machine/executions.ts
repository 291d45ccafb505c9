import { randomUUID } from 'node:crypto';
import { localRegion } from '../../names/environment.ts';
import { ProtocolError } from '../protocol/protocol-error.ts';
import { steadyClock } from '../steady-clock.ts';
import type { Definition } from './interpreter/definition.ts';
import { StatesError } from './interpreter/errors.ts';
import { execute } from './interpreter/execution.ts';
import type { Services, StateEvent } from './interpreter/execution-scope.ts';
import { type Json, payloadBytesMax } from './interpreter/json.ts';
import type { TaskTokens } from './interpreter/tokens.ts';
import { type Execution, type Journal, openJournal } from './journal.ts';
import { localScope, localTaskTokens } from './local-execution-scope.ts';

export type ExecutionsOptions = {
  readonly definition: Definition;
  /** The name of the state machine. */
  readonly name: string;
  /** The region that the state machine simulates. Absent: the main region. */
  readonly region?: string;
  /** The path of the journal of executions. */
  readonly journal: string;
  readonly invoke: Services['invoke'];
  /** Calls services other than Lambda. Absent: the definition calls no service but Lambda. */
  readonly call?: Services['call'];
  /** Called for every execution that has ended, unless the cloud is closing. */
  readonly ended?: (execution: Execution) => void;
  /** Called with the reason why the end of an execution could not be stored. */
  readonly log: (error: unknown) => void;
  /** Called for every step of every execution. */
  readonly record?: (execution: string, event: StateEvent) => void;
};

/** The executions of one state machine, with a journal on disk. */
export class Executions {
  readonly stateMachineArn: string;
  readonly tokens: TaskTokens = localTaskTokens();
  readonly #options: ExecutionsOptions;
  readonly #journal: Journal;
  readonly #running = new Map<string, { abort: AbortController; ended: Promise<Execution> }>();
  #isClosed = false;

  constructor(options: ExecutionsOptions) {
    this.#options = options;
    this.#journal = openJournal(options.journal, Date.now());
    this.stateMachineArn = arn('stateMachine', options);
  }

  /**
   * Starts an execution. A repeated start with the same name and input has no effect while the execution
   * runs.
   * @throws ProtocolError `ExecutionAlreadyExists`, `InvalidName`, `InvalidExecutionInput`, and
   * `ServiceUnavailable` (503) after the close, because no code would end the execution.
   */
  start(input: string, name: string = randomUUID()): Execution {
    if (this.#isClosed)
      throw new ProtocolError(
        503,
        'ServiceUnavailable',
        'The local cloud is shutting down and starts no execution',
      );
    const parsed = parseInput(input);
    checkName(name);
    const known = this.#journal.executions.get(name);
    if (known?.status === 'RUNNING' && known.input === input) return known;
    if (known)
      throw new ProtocolError(
        400,
        'ExecutionAlreadyExists',
        `Execution Already Exists: '${this.arnOf(known)}'`,
      );
    const execution: Execution = { name, startedAt: Date.now(), input, status: 'RUNNING' };
    this.#journal.begin(execution);
    const abort = new AbortController();
    this.#running.set(name, { abort, ended: this.#run(execution, parsed, abort) });
    return execution;
  }

  /**
   * Aborts an execution. The functions that it invoked continue and end by themselves. False when no
   * execution has this ARN.
   */
  stop(executionArn: string, error = '', cause = ''): boolean {
    const known = this.find(executionArn);
    if (known === undefined) return false;
    this.#running.get(known.name)?.abort.abort(new StatesError(error, cause));
    return true;
  }

  /** Finds an execution. Undefined when no execution has this ARN. */
  find(executionArn: string): Execution | undefined {
    const known = this.#journal.executions.get(executionArn.slice(executionArn.lastIndexOf(':') + 1));
    return known !== undefined && this.arnOf(known) === executionArn ? known : undefined;
  }

  isRunning(name: string): boolean {
    return this.#running.has(name);
  }

  arnOf({ name }: Execution): string {
    return `${arn('execution', this.#options)}:${name}`;
  }

  /**
   * Waits until an execution has ended.
   * @throws for an unknown name.
   */
  async ended(name: string): Promise<Execution> {
    const execution = await (this.#running.get(name)?.ended ?? this.#journal.executions.get(name));
    if (execution === undefined) throw new Error(`There is no execution ${name}`);
    return execution;
  }

  /** All executions, the newest first. */
  list(): readonly Execution[] {
    return [...this.#journal.executions.values()].reverse();
  }

  /** The executions that were interrupted by the end of the last process and are not cleaned up yet. */
  get interrupted(): readonly Execution[] {
    return this.#journal.interrupted;
  }

  /** Marks an interrupted execution as cleaned up. Until then, every start returns it as interrupted. */
  settle(interrupted: Execution): void {
    this.#journal.end(interrupted);
  }

  /** Ends all running executions without a line in the journal, so the next start finds them interrupted. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const all = [...this.#running.values()];
    for (const { abort } of all)
      abort.abort(new StatesError('Downpour.Interrupted', 'The local cloud was closed'));
    await Promise.all(all.map(({ ended }) => ended));
  }

  async #run(execution: Execution, input: Json, abort: AbortController): Promise<Execution> {
    const { name, startedAt } = execution;
    const { definition, invoke, call, record } = this.#options;
    const StartTime = new Date(startedAt).toISOString();
    const context = {
      Execution: { Id: this.arnOf(execution), Name: name, Input: input, StartTime },
      StateMachine: { Id: this.stateMachineArn },
    };
    const services = {
      invoke,
      ...(call === undefined ? {} : { call }),
      tokens: this.tokens,
      record: (event: StateEvent) => record?.(name, event),
    };
    const scope = localScope(context, abort.signal, services);
    const executed = async () => {
      using _ = steadyClock.hold();
      return await execute(definition, input, scope, abort);
    };
    const ended = { ...execution, ...(await executed()), endedAt: Date.now() };
    this.#running.delete(execution.name);
    if (this.#isClosed) return ended;
    try {
      this.#journal.end(ended);
    } catch (cause) {
      this.#options.log(new Error(`the end of the execution ${name} could not be stored`, { cause }));
    }
    this.#options.ended?.(ended);
    return ended;
  }
}

const arn = (
  kind: 'stateMachine' | 'execution',
  { region = localRegion, name }: Pick<ExecutionsOptions, 'region' | 'name'>,
): string => `arn:aws:states:${region}:000000000000:${kind}:${name}`;

function parseInput(input: string): Json {
  if (Buffer.byteLength(input) > payloadBytesMax) {
    throw new ProtocolError(400, 'InvalidExecutionInput', `The input has more than ${payloadBytesMax} bytes`);
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
