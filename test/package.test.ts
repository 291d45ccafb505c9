import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { suiteScope } from './local/scratch.ts';
import { addCdkApps, checkTypes, loadHandlers, synthesiseApp } from './package/cdk-app.ts';
import { installedCopy, typed } from './package/installed.ts';
import { oldestNode, type Packed, pack, userEnvironment } from './package/packed.ts';

/** The time limit of slow tests: npm may have to download a Node, and commands are started many times. */
const patient = { timeout: 300_000 };
/** False on a Mac, because npm has no such Node for it. */
const hasOldest = process.platform !== 'darwin';

/**
 * A command of the installed package, and its expected output. The commands run in this order. `HOST` is
 * replaced by the address of a running server.
 */
type Step = { readonly type: readonly string[]; readonly says: RegExp; readonly code?: number };

const steps: readonly Step[] = [
  { type: ['--help'], says: /Usage: downpour/, code: 0 },
  { type: ['init', 'HOST', '-o', 'first.hf.yaml'], says: /first\.hf\.yaml/, code: 0 },
  { type: ['validate', 'first.hf.yaml'], says: /is valid/, code: 0 },
  { type: ['import', 'curl', 'hello.curl', '-o', 'copied.hf.yaml'], says: /copied\.hf\.yaml/, code: 0 },
  { type: ['validate', 'copied.hf.yaml'], says: /is valid/, code: 0 },
  { type: ['validate', 'hello.hf.yaml'], says: /is valid: hello/, code: 0 },
  { type: ['plan', 'hello.hf.yaml', '--shards', '2'], says: /hello/, code: 0 },
  // The verdict depends on how busy this machine is. The test checks that the run is executed, stored and
  // reported.
  { type: ['run', 'hello.hf.yaml', '-P', 'HOST=HOST', '--json', 'run.json'], says: /Run 1 is stored/ },
  { type: ['report', 'last'], says: /products/ },
  { type: ['runs'], says: /hello/, code: 0 },
  { type: ['query', 'last', '$.info.benchmark'], says: /^"hello"$/m, code: 0 },
  { type: ['query', 'run.json', '$.stats[*].metric', '--array'], says: /^\["products"\]$/m, code: 0 },
  { type: ['upload', 'run.json', '--test', 'nightly'], says: /\b2\b/, code: 0 },
  { type: ['deploy', '-c', 'stage=prod'], says: /Deploy Downpour from a clone/, code: 2 },
  { type: ['destroy', '--yes'], says: /Delete a deployment of Downpour from a clone/, code: 2 },
];

/** The run has two event loops. They are threads, whose entry file the installed package must find. */
const hello = `
name: hello
threads: 2
http:
  host: !param HOST http://localhost:8080
  sharedConnections: 20
phases:
  - browse:
      constantRate:
        usersPerSec: 20
        duration: 1s
        scenario:
          - products:
              - httpRequest:
                  GET: /products?thread=\${hyperfoil.agent.thread.id}
`;

describe('the package', () => {
  const scope = suiteScope();
  let packed: Packed;
  let server: Server;
  let nodes: readonly string[];
  const requests = new Set<string>();

  before(async () => {
    nodes = [process.execPath, ...(hasOldest ? [await oldestNode()] : [])];
    packed = await pack(scope);
    server = createServer(({ url = '' }, response) => {
      requests.add(url);
      response.end('[]');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }, patient);
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  it('has the client of the API with its types', async () => {
    const project = await installedCopy(scope, packed);
    const program = `
      import { ApiError, client } from 'downpour/client';
      const api = client('http://127.0.0.1:1', { apiKey: 'dpr_1_x', fetch });
      const answer = await api.run.by(12).get().catch((error) => error);
      console.log(answer instanceof ApiError && answer.code);`;
    const wrong = `
      // @ts-expect-error: an id is a number
      api.run.by('twelve');`;
    writeFileSync(join(project, 'program.mts'), program + wrong);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--lib', 'es2022,dom', '--types', ''];
    const compiler = join(import.meta.dirname, '..', 'node_modules', 'typescript', 'bin', 'tsc');
    const compiled = await typed(
      process.execPath,
      [compiler, ...options, 'program.mts'],
      project,
      process.execPath,
    );
    assert.deepEqual(compiled, { output: '', ended: 0 });
    writeFileSync(join(project, 'program.mjs'), program);
    for (const node of nodes)
      assert.equal((await typed(node, ['program.mjs'], project, node)).output, 'UNREACHABLE\n');
  });

  it('is a construct in CDK apps of others, in TypeScript and in JavaScript', patient, async () => {
    const project = await installedCopy(scope, packed);
    addCdkApps(project);
    await checkTypes(project, 'app.ts');
    const { out, template } = await synthesiseApp(project, 'app.ts', process.execPath);
    await loadHandlers(out);
    const kinds = (type: string) =>
      Object.values(template.Resources).filter(({ Type }) => Type === type).length;
    // The app has one of each of these resources, and the construct uses them. Only the table of bursts
    // belongs to the construct.
    assert.deepEqual(
      ['S3::Bucket', 'KMS::Key', 'EC2::VPC', 'DynamoDB::Table', 'ApiGateway::RestApi'].map((type) =>
        kinds(`AWS::${type}`),
      ),
      [1, 1, 1, 3, 1],
    );
    const smallest = await synthesiseApp(project, 'smallest.cjs', nodes.at(-1)!);
    assert.match(JSON.stringify(smallest.template), /"DOWNPOUR_TARGETS":"shop\.example\.com"/);
    const bucket = Object.values(smallest.template.Resources).find(({ Type }) => Type === 'AWS::S3::Bucket');
    assert.match(bucket?.DeletionPolicy ?? '', /^Retain/);
  });

  for (const [n, name] of ['this Node', 'the oldest Node that it promises'].entries()) {
    it(`does on ${name} what the command line is for`, {
      ...patient,
      skip: n > 0 && !hasOldest,
    }, async (t) => {
      const node = nodes[n]!;
      const project = await installedCopy(scope, packed);
      t.diagnostic((await typed(node, ['--version'], project, node)).output.trim());
      writeFileSync(join(project, 'hello.hf.yaml'), hello);
      const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
      writeFileSync(join(project, 'hello.curl'), `curl http://${host}/products`);
      const { output } = await typed('npx', ['downpour', '--version'], project, node);
      assert.match(output, /^\d+\.\d+\.\d+$/m);
      requests.clear();
      await whileServed(project, node, async () => {
        for (const step of steps) await take(step, host, project, node);
      });
      for (const thread of [0, 1]) assert.ok(requests.has(`/products?thread=${thread}`), `${[...requests]}`);
      await take({ type: ['runs'], says: /hello/, code: 0 }, host, project, node);
    });
  }
});

const installedCommand = join('node_modules', '.bin', 'downpour');

async function take({ type, says, code }: Step, host: string, project: string, node: string): Promise<void> {
  const parameters = type.map((word) => word.replace(/HOST$/, host));
  const { output, ended } = await typed(node, [installedCommand, ...parameters], project, node);
  assert.match(output, says, type.join(' '));
  if (code !== undefined) assert.equal(ended, code, `${type.join(' ')}\n${output}`);
}

/** `serve` runs, accepts the key that it prints, and stops on request. */
async function whileServed(project: string, node: string, use: () => Promise<void>): Promise<void> {
  const parameters = [installedCommand, 'serve', '--port', '0', '--json'];
  const child = spawn(node, parameters, { cwd: project, env: userEnvironment(node) });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    await use();
    const { url, apiKey } = JSON.parse(line) as { url: string; apiKey: string };
    const answer = await fetch(`${url}/api/run/list`, { headers: { 'x-downpour-api-key': apiKey } });
    assert.equal(((await answer.json()) as { total: number }).total, 2);
  } finally {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
  }
  assert.equal(child.exitCode, 0);
}
