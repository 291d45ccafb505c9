/**
 * The Lambda runtime in an environment, which is a worker thread or a child process. It loads bundles on
 * request and answers invocations. A fatal error ends the environment, and the host detects that end.
 */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { inProcessKey } from '../../names/environment.ts';
import type { InProcessReply, InProcessRequest, InProcessService } from '../../store/sdk/in-process.ts';
import { logEntry } from '../log-files.ts';
import { machineMs } from '../steady-clock.ts';
import { freeMemory } from './collect-garbage.ts';
import { begin } from './invocation-claim.ts';
import { type KeptScript, runScript } from './kept-script.ts';
import {
  type ErrorShape,
  type FromEnvironment,
  functionArn,
  movable,
  runtimeVariables,
  type ToEnvironment,
} from './messages.ts';
import { eventOf } from './payload.ts';
import { yieldProcessor } from './thread-priority.ts';

type Handler = (event: unknown, context: object) => unknown;
type Invoke = Extract<ToEnvironment, { kind: 'invoke' }>;

/** The origin of the host's clock, with which the instants of all functions agree. */
let originMs: number | undefined;
const wallMs = Date.now;
Date.now = () => (originMs === undefined ? wallMs() : Math.floor(originMs + machineMs()));

const bundles = process.env[runtimeVariables.bundles] ?? '';
const handlers = new Map<string, Promise<Handler | ErrorShape>>();

/** The calls to stores that have no reply yet, by their numbers. */
const calls = new Map<number, (reply: InProcessReply | undefined) => void>();
let called = 0;

if (parentPort) parentPort.on('message', receive);
else liveWithParent();
// Linux has a priority for each thread, so only this thread gets a lower one. Other systems have one for the
// process.
if (parentPort && process.platform === 'linux' && process.env[runtimeVariables.yielding]) yieldProcessor();

function receive(message: ToEnvironment): void {
  if (message.kind === 'rest') freeMemory();
  else if (message.kind === 'keep') keepScript();
  else if (message.kind === 'configure') configure(message);
  else if (message.kind === 'answered') {
    calls.get(message.call)?.(message.reply);
    calls.delete(message.call);
  } else void (message.kind === 'load' ? reportLoaded(message.functionName) : answer(message));
}

function configure({ variables, inProcess }: Extract<ToEnvironment, { kind: 'configure' }>): void {
  Object.assign(process.env, variables);
  const services: readonly InProcessService[] = inProcess.map((url) => ({
    url,
    call: (request) => callStore(url, request),
  }));
  Object.assign(globalThis, { [inProcessKey]: services });
}

function callStore(url: string, whole: InProcessRequest): Promise<InProcessReply | undefined> {
  called += 1;
  const [request, moved] = movable(whole);
  send({ kind: 'call', call: called, url, request }, moved);
  return new Promise((resolve) => calls.set(called, resolve));
}

async function reportLoaded(functionName: string): Promise<void> {
  const handler = await loaded(functionName);
  send({ kind: 'loaded', functionName, ...(typeof handler === 'function' ? {} : { error: handler }) });
}

function loaded(functionName: string): Promise<Handler | ErrorShape> {
  const known = handlers.get(functionName) ?? load(functionName);
  handlers.set(functionName, known);
  return known;
}

type Module = { readonly handler?: unknown };

async function load(functionName: string): Promise<Handler | ErrorShape> {
  try {
    const module = (await inScript(functionName)) ?? (await inBundle(functionName));
    if (typeof module.handler === 'function') return module.handler as Handler;
    return {
      errorType: 'Runtime.HandlerNotFound',
      errorMessage: 'index.handler is undefined or not exported',
    };
  } catch (error) {
    console.error(logEntry(inspect(error)));
    return { ...errorShape(error), errorType: 'Runtime.ImportModuleError' };
  }
}

const inBundle = (functionName: string): Promise<Module> =>
  import(pathToFileURL(join(bundles, functionName, 'index.mjs')).href);

let script: KeptScript | undefined;

/** A function of the script. Undefined when the function has a bundle only. */
function inScript(functionName: string): Promise<Module> | undefined {
  const path = process.env[runtimeVariables.script];
  if (path === undefined) return undefined;
  script ??= runScript(path, process.env.NODE_COMPILE_CACHE);
  const { functions } = script.exports as { functions: Readonly<Record<string, () => Promise<Module>>> };
  return functions[functionName]?.();
}

function keepScript(): void {
  script?.keep();
  send({ kind: 'kept' });
}

async function answer(message: Invoke): Promise<void> {
  const { functionName, requestId, claim } = message;
  originMs = message.originMs;
  if (claim && !begin(claim)) return send({ kind: 'withdrawn', requestId });
  try {
    const handler = await loaded(functionName);
    if (typeof handler !== 'function') return send({ kind: 'error', requestId, error: handler });
    const result = await handler(eventOf(message.payload), contextOf(message));
    send({ kind: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
    keepCompiled(functionName);
  } catch (error) {
    console.error(logEntry(inspect(error)));
    send({ kind: 'error', requestId, error: errorShape(error) });
  }
}

const kept = new Set<string>();

/**
 * Stores the compiled code after a function's first work. Later the host may kill the environment at any
 * time.
 */
function keepCompiled(functionName: string): void {
  if (kept.has(functionName)) return;
  kept.add(functionName);
  setImmediate(() => flushCompileCache());
}

function contextOf({ functionName, requestId, memoryMb, deadline }: Invoke) {
  return {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: functionArn(functionName),
    memoryLimitInMB: String(memoryMb),
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - machineMs()),
  };
}

function errorShape(error: unknown): ErrorShape {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function send(message: FromEnvironment, moved: readonly ArrayBuffer[] = []): void {
  if (parentPort) parentPort.postMessage(message, moved);
  else process.send?.(message);
}

/**
 * Ends a child process when its host ends for any reason. The host alone handles signals that stop a command,
 * because a terminal, `timeout` and systemd send them to all of its processes.
 */
function liveWithParent(): void {
  process.title = `downpour ${process.env[runtimeVariables.group]}`;
  process.on('message', receive);
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
}
