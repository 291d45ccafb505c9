/**
 * The Lambda runtime inside an environment, be it a worker thread or a child process: loads one bundle, then
 * answers one invocation at a time. Errors that Node does not survive are left to Node; the host sees the end.
 */
import { pathToFileURL } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { type ErrorShape, type FromEnvironment, runtimeVariables, type ToEnvironment } from './messages.ts';

type Handler = (event: unknown, context: object) => unknown;

const functionName = process.env.AWS_LAMBDA_FUNCTION_NAME ?? '';
const memoryLimitInMB = process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE;
const invokedFunctionArn = process.env[runtimeVariables.functionArn];

if (!parentPort) liveWithParent();

const handler = await load(process.env[runtimeVariables.bundle] ?? '');
if (typeof handler === 'function') {
  const answerTo = (message: ToEnvironment) => void answer(handler, message);
  if (parentPort) parentPort.on('message', answerTo);
  else process.on('message', answerTo);
  send({ kind: 'ready' });
} else {
  send({ kind: 'broken', error: handler });
}

async function load(bundle: string): Promise<Handler | ErrorShape> {
  try {
    const module = (await import(pathToFileURL(bundle).href)) as { handler?: unknown };
    if (typeof module.handler === 'function') return module.handler as Handler;
    return {
      errorType: 'Runtime.HandlerNotFound',
      errorMessage: 'index.handler is undefined or not exported',
    };
  } catch (error) {
    console.error(error);
    return { ...errorShape(error), errorType: 'Runtime.ImportModuleError' };
  }
}

async function answer(handler: Handler, { requestId, payload, deadline }: ToEnvironment): Promise<void> {
  const context = {
    awsRequestId: requestId,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn,
    memoryLimitInMB,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const result = await handler(JSON.parse(payload), context);
    send({ kind: 'result', requestId, payload: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    console.error(error);
    send({ kind: 'error', requestId, error: errorShape(error) });
  }
}

function errorShape(error: unknown): ErrorShape {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function send(message: FromEnvironment): void {
  if (parentPort) parentPort.postMessage(message);
  else process.send?.(message);
}

/** A child process must not outlive the host, however that ends, and leaves Ctrl-C to it. */
function liveWithParent(): void {
  process.title = `downpour ${functionName}`;
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.on('SIGINT', () => undefined);
}
