import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Folder in which `npm ci` in client/ installed Lambda's runtime client. */
const client =
  process.env.DOWNPOUR_RUNTIME_CLIENT ?? join(root, 'test/peers/lambda/client/node_modules/aws-lambda-ric');

export type Answer = { readonly kind: 'response' | 'error' | 'init error' | 'exit'; readonly body: unknown };

/** An answer with what the function printed on the way. */
export type Answered = Answer & { readonly log: string };

/**
 * Runs one bundle in another process with Lambda's runtime client, with exactly the given environment, and
 * sends it one event.
 */
export async function invokeOnce(
  bundle: string,
  environment: Readonly<Record<string, string>>,
  event: unknown,
): Promise<Answered> {
  const answered = Promise.withResolvers<Answer>();
  let isTaken = false;
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    if (url.endsWith('/invocation/next')) {
      // The second request waits for an event that never arrives.
      if (isTaken) return;
      isTaken = true;
      response.writeHead(200, {
        'content-type': 'application/json',
        'lambda-runtime-aws-request-id': '00000000-0000-4000-8000-000000000000',
        'lambda-runtime-deadline-ms': String(Date.now() + 60_000),
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:eu-central-1:123456789012:function:drill',
      });
      response.end(JSON.stringify(event));
      return;
    }
    const text = await textOf(request);
    response.writeHead(202).end('{}');
    const kind = url.endsWith('/response')
      ? 'response'
      : url.endsWith('/init/error')
        ? 'init error'
        : 'error';
    answered.resolve({ kind, body: text === '' ? undefined : JSON.parse(text) });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, [join(client, 'index.mjs'), 'index.handler'], {
    cwd: bundle,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...environment,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      LAMBDA_TASK_ROOT: bundle,
      _HANDLER: 'index.handler',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.once('close', () => answered.resolve({ kind: 'exit', body: output }));
  child.once('error', (error) => answered.resolve({ kind: 'exit', body: String(error) }));
  try {
    const answer = await answered.promise;
    return { ...answer, log: output };
  } finally {
    child.kill('SIGKILL');
    server.closeAllConnections();
    server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
