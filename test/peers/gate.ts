import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { client, start, watch } from '../../lib/client/index.ts';
import { startCloud } from '../../lib/local/cloud.ts';
import { afterwards, listening, type Scope, scratchDir } from '../local/scratch.ts';

/** An API with five earlier runs of two tests, for the programs of examples/clients. */
export type GateStage = {
  readonly url: string;
  readonly apiKey: string;
  /** Benchmark documents of a second each. The target of `works` answers, and the target of `fails` fails. */
  readonly files: { readonly works: string; readonly fails: string };
};

export async function gateStage(scope: Scope): Promise<GateStage> {
  const folder = scratchDir(scope);
  const cloud = await startCloud({ dataDir: join(folder, 'data'), port: 0 });
  afterwards(scope, () => cloud.close());
  const apiKey = (await readFile(cloud.adminKeyFile, 'utf8')).trim();
  const target = await listening(
    scope,
    createServer(({ url }, response) => response.writeHead(url === '/fails' ? 500 : 200).end('{}')),
  );
  const api = client(cloud.url, { apiKey });
  const file = async (name: 'works' | 'fails'): Promise<string> => {
    const scenario = [{ page: [{ httpRequest: { GET: `/${name}` } }] }];
    const phases = [{ main: { constantRate: { usersPerSec: 50, duration: '1s', scenario } } }];
    const document = JSON.stringify({ name, http: { host: target }, phases });
    await writeFile(join(folder, `${name}.json`), document);
    const { id } = await start(api, { document });
    for await (const _ of watch(api, id));
    const { runId = 0, test = '' } = await api.burst.by(id).get();
    const run = await api.run.by(runId).data.get({ as: 'text' });
    for (const startsAt of [1, 2, 3, 4])
      await api.run.data.post({
        query: { test, start: startsAt, stop: startsAt + 1 },
        body: new TextEncoder().encode(run),
      });
    return join(folder, `${name}.json`);
  };
  return { url: cloud.url, apiKey, files: { works: await file('works'), fails: await file('fails') } };
}

/**
 * Runs a program of examples/clients on the document that passes, then on the other one. Checks that its
 * exit code follows from the verdict that it prints.
 */
export async function holdGate(
  { url, apiKey, files }: GateStage,
  program: string,
  args: readonly string[],
  cwd: string,
): Promise<void> {
  const env = { ...process.env, DOWNPOUR_URL: url, DOWNPOUR_API_KEY: apiKey };
  const run = (file: string) =>
    new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
      execFile(program, [...args, file], { cwd, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
      );
    });
  const good = await run(files.works);
  assert.match(good.out, /main +\d+ s: \d+ requests per second\n(.|\n)*p99 in ns: \d+\n/);
  // A busy machine may make a run inconclusive.
  const [, state, outcome] = /^(\w+), ([\w ]+): /m.exec(good.out) ?? assert.fail(good.out);
  assert.equal(good.code, state === 'passed' && outcome !== 'worse' ? 0 : 1, good.out);
  const bad = await run(files.fails);
  assert.match(bad.out, /^(failed|inconclusive), /m);
  assert.equal(bad.code, 1, bad.out);
}
