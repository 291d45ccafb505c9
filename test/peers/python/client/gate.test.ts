import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import type { client } from '../../../../lib/client/index.ts';
import { project } from '../../../../lib/project.ts';
import { listening, scratchDir, suiteScope } from '../../../local/scratch.ts';
import { runPython } from './client.ts';
import { openStage } from './stage.ts';

const gate = join(project, 'examples', 'clients', 'gate.py');

/** A benchmark of two seconds with little load. At most 1 % of its requests may fail. */
const documentAt = (host: string): string => `
name: shop
http: { host: '${host}', sharedConnections: 20 }
phases:
- browse:
    constantRate:
      usersPerSec: 5
      duration: 2s
      scenario:
      - products:
        - httpRequest: { GET: /, sla: { invalidRatio: 0.01 } }
`;

suite('the gate in Python', { timeout: 180_000 }, () => {
  const scope = suiteScope();
  let stage: Awaited<ReturnType<typeof openStage>>;
  before(async () => {
    stage = await openStage(scope);
    const { api, target } = stage;
    for (let run = 0; run < 5; run++)
      await ended(api, await api.burst.post({ body: { document: documentAt(target) } }));
  });

  const run = async (host: string) => {
    const file = join(scratchDir(scope), 'shop.hf.yaml');
    await writeFile(file, documentAt(host));
    const env = { DOWNPOUR_URL: stage.url, DOWNPOUR_API_KEY: stage.key };
    return runPython([gate, file], { env }).then(
      (stdout) => ({ code: 0, stdout }),
      ({ code, stdout }: Error & { readonly code: number; readonly stdout: string }) => ({ code, stdout }),
    );
  };

  test('shows the seconds and the p99, and ends with the verdict', async () => {
    const { code, stdout } = await run(stage.target);
    assert.match(stdout, /^browse {3}0 s: \d+ requests per second\nbrowse {3}1 s: /);
    assert.match(stdout, /\np99 in ns: \d+\n/);
    const [, state, outcome] = /\n(\w+), ([a-z ]+): .+\n$/.exec(stdout) ?? [];
    // A busy machine may make a run inconclusive.
    assert.ok(state === 'passed' || state === 'inconclusive', stdout);
    assert.ok(['worse', 'not worse', 'cannot tell', 'invalid'].includes(outcome ?? ''), stdout);
    assert.equal(code, state === 'passed' && outcome !== 'worse' ? 0 : 1);
  });

  test('fails a run whose requests fail', async () => {
    const server = createServer((_, response) => response.writeHead(500).end());
    const { code, stdout } = await run((await listening(scope, server)).replace(/\/$/, ''));
    assert.match(stdout, /\n(failed|inconclusive), \S/);
    assert.equal(code, 1);
  });

  test('has at most 15 lines of code', async () => {
    const lines = (await readFile(gate, 'utf8'))
      .split('\n')
      .slice(1)
      .filter((line) => line.trim() !== '');
    assert.ok(lines.length <= 15, `${lines.length}`);
  });
});

async function ended(api: ReturnType<typeof client>, started: object): Promise<void> {
  assert.ok('id' in started);
  for (;;) {
    const { state } = await api.burst.by(String(started.id)).get();
    if (!['planning', 'running', 'merging'].includes(state)) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
