import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pythonFolder } from './python.ts';

/** AWS as moto simulates it, on the loopback, until it is disposed of. */
export type Moto = {
  /** The URL has a host name. With an IP address, the uploads of the CDK would not reach the buckets. */
  readonly url: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Sends a request of the query protocol, which CloudFormation uses. The answer is XML. */
  readonly ask: (service: string, action: string, parameters?: Record<string, string>) => Promise<string>;
} & AsyncDisposable;

const region = 'eu-central-1';

export async function startMoto(): Promise<Moto> {
  const port = await freePort();
  const server = join(import.meta.dirname, 'moto-server.py');
  const child = spawn(join(pythonFolder, 'bin', 'python'), [server, '-H', 'localhost', '-p', String(port)], {
    stdio: 'ignore',
    env: { ...process.env, TZ: 'UTC' },
  });
  const ended = once(child, 'exit');
  ended.catch(() => undefined);
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`${error.message}: npm run test:peers installs moto`)));
  });
  const url = `http://localhost:${port}`;
  await Promise.race([answers(url), failed]);
  return {
    url,
    environment: {
      ...process.env,
      AWS_ENDPOINT_URL: url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'drill',
      AWS_SECRET_ACCESS_KEY: 'drill',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      // The rules of CloudFormation take two thirds of the time of each synthesis. `npm run synth` and
      // app-rules.test.ts check them.
      CDK_VALIDATION: 'false',
    },
    ask: (service, action, parameters = {}) => query(url, service, { Action: action, ...parameters }),
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

async function query(url: string, service: string, parameters: Record<string, string>): Promise<string> {
  const scope = `drill/20261122/${region}/${service}/aws4_request`;
  const reply = await fetch(url, {
    method: 'POST',
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0` },
    body: new URLSearchParams(parameters),
  });
  return reply.text();
}

async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const isUp = await fetch(`${url}/moto-api/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await pause(250);
  }
  throw new Error(`moto does not answer on ${url}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
