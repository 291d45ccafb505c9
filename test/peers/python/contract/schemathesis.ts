import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledOnce, pythonFolder } from '../python.ts';

export type Asked = {
  readonly requests: number;
  /** Operations that were requested, as `METHOD /path`. `succeeded` has those with at least one success. */
  readonly operations: ReadonlySet<string>;
  readonly succeeded: ReadonlySet<string>;
  /** The number of answers that violate the contract. */
  readonly wrong: number;
  /** True when the exit status of the tool is success: it has finished and found no error. */
  readonly passed: boolean;
};

/** The settings of one run of schemathesis, which prints its findings. */
export type Asking = {
  readonly url: string;
  readonly contract: string;
  readonly config: string;
  /** The path of a file with a request that the server accepts for each operation, by `METHOD /path`. */
  readonly accepted: string;
  readonly phases: string;
  readonly key?: string | undefined;
};

/** @throws Error when schemathesis is not installed. */
export async function schemathesis({ url, contract, config, accepted, phases, key }: Asking): Promise<Asked> {
  const events = `${config}.ndjson`;
  const child = spawn(
    join(pythonFolder, 'bin', 'st'),
    [
      ...['--config-file', config, 'run', contract, '--url', url, '--no-color', '--phases', phases],
      ...(key === undefined ? [] : ['--header', `X-Downpour-API-Key: ${key}`]),
      ...['--report', 'ndjson', '--report-ndjson-path', events],
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...process.env,
        PYTHONPATH: import.meta.dirname,
        ...compiledOnce,
        DOWNPOUR_ACCEPTED: accepted,
      },
    },
  );
  const [status] = await once(child, 'exit').catch((cause: Error) => {
    const hint = 'npm run test:peers installs schemathesis';
    throw new Error(`${cause.message}: ${hint}`, { cause });
  });
  return { ...(await count(events)), passed: status === 0 };
}

/** The used members of an event. Each line has one event. */
type Event = {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly label: string;
      /** Absent when no request was sent. */
      readonly interactions?: Readonly<Record<string, Interaction>>;
      readonly checks?: Readonly<Record<string, readonly { readonly status: string }[]>>;
    };
  };
};
type Interaction = { readonly response?: { readonly status_code: number } | null };

async function count(events: string): Promise<Omit<Asked, 'passed'>> {
  const [asked, succeeded] = [new Set<string>(), new Set<string>()];
  let [requests, wrong] = [0, 0];
  for await (const line of createInterface(createReadStream(events))) {
    const recorder = (JSON.parse(line) as Event).ScenarioFinished?.recorder;
    if (recorder === undefined) continue;
    for (const { response } of Object.values(recorder.interactions ?? {})) {
      requests += 1;
      asked.add(recorder.label);
      if (response && response.status_code < 300) succeeded.add(recorder.label);
    }
    for (const checks of Object.values(recorder.checks ?? {}))
      if (checks.some(({ status }) => status === 'failure')) wrong += 1;
  }
  return { requests, operations: asked, succeeded, wrong };
}
