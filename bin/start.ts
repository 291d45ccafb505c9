import { Command } from 'commander';
import { type Shop, startShop } from '../examples/shop/shop.ts';
import { DownpourError } from '../lib/errors.ts';
import { type Api, connect } from './client.ts';
import { dataOption, onFreePort, openCloud } from './commands/cloud.ts';
import { type Context, defaultDataDir, exit } from './commands/context.ts';
import { type Parameters, parameterOption, readDocument, shardsOption } from './commands/document.ts';
import { readText } from './commands/file.ts';
import { refuseServed, tryMore } from './commands/serve.ts';
import { main } from './main.ts';
import { pour } from './pour.ts';
import { requestsOf } from './report-of.ts';
import { aborted, interrupts } from './terminal/interrupts.ts';
import { laidOut } from './terminal/json.ts';
import type { Terminal } from './terminal/terminal.ts';
import { exactly } from './terminal/units.ts';

type StartOptions = {
  readonly once?: boolean;
  readonly param: Parameters;
  readonly shards: number;
  readonly data?: string;
};

function buildStart(context: Context): Command {
  return new Command('npm start --')
    .description(
      'Pours a benchmark at a small shop on this machine, keeps the run, asks it two questions, and stays up.',
    )
    .argument('[file]', 'benchmark document', 'examples/quickstart.hf.yaml')
    .option('--once', 'end after the answers')
    .addOption(parameterOption())
    .addOption(shardsOption().default(2))
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nHOST is the shop unless you set another: npm start -- my.hf.yaml -P HOST=localhost:9000',
    )
    .exitOverride()
    .action(async (file: string, options: StartOptions) =>
      context.finish(await start(file, options, context)),
    );
}

async function start(file: string, options: StartOptions, context: Context): Promise<number> {
  const { out, err } = context;
  const dataDir = options.data ?? defaultDataDir;
  await refuseServed(dataDir);
  using stopping = interrupts();
  await using shop = await openShop();
  const param = await withHost(file, new URL(shop.url).host, options.param);
  const { text } = await readDocument(file, { ...options, param }, err);
  if (out.live) out.draw([out.paint.dim('Getting ready')]);
  await using cloud = await onFreePort(8090, (port) =>
    openCloud({ dataDir, port, lasting: true, shards: options.shards }),
  );
  out.say(`Downpour ${cloud.url}`, `Shop     ${shop.url}`, '');
  const api = connect(cloud);
  const request = { document: text, file, parameters: param, shards: options.shards };
  const { code, status, run } = await pour(api, request, out, stopping);
  // A machine that is too busy to judge the shop can still show what a run looks like.
  const wentWell = code === exit.passed || code === exit.inconclusive;
  if (!wentWell || status.runId === undefined || run === undefined) return code;
  out.say('', agreement(requestsOf(run), shop, out));
  await ask(api, status.runId, out);
  if (options.once) return exit.passed;
  out.say(
    '',
    `Downpour is up: ${out.paint.bold(cloud.url)}`,
    ...tryMore(cloud, 'bin/downpour', options.data),
  );
  await aborted(stopping.asked);
  return exit.passed;
}

/** Points a document at the shop when it leaves its HOST open. */
async function withHost(file: string, host: string, given: Parameters): Promise<Parameters> {
  const open = /!param\s+HOST\b/.test(await readText(file));
  return open ? { HOST: host, ...given } : given;
}

async function openShop(): Promise<Shop & AsyncDisposable> {
  const shop = await onFreePort(8080, (port) => startShop({ port }));
  return { ...shop, [Symbol.asyncDispose]: shop.close };
}

/** The target's own word. Throws DownpourError 500 when it differs: then no number of the report can be trusted. */
function agreement(requests: number, shop: Shop, { paint }: Terminal): string {
  const counted = shop.counts().requests;
  if (counted === 0) return paint.dim('The shop was asked nothing, so it cannot confirm the counts.');
  if (counted === requests)
    return `${paint.green('✓')} The shop counted the same ${exactly(counted)} requests.`;
  const message = `The report has ${exactly(requests)} requests, but the shop counted ${exactly(counted)}`;
  throw new DownpourError('COUNTS_DIFFER', 500, message);
}

const questions = ['$.stats[*].total.summary.requestCount', '$.stats[?(@.throughput>100)].metric'];

/** Asks over HTTP, as anybody would, and shows request and answer. */
async function ask(api: Api, run: number, out: Terminal): Promise<void> {
  for (const question of questions) {
    const result = await api.query(run, question, true);
    out.say('', out.paint.bold(`GET ${api.url}/api/sql/${run}/queryrun?array=true&query=${question}`));
    out.say(laidOut(JSON.stringify(result)));
    if (!result.valid) throw new DownpourError('QUERY_FAILED', 500, `The query failed: ${result.reason}`);
  }
}

// Last, because what it calls uses the constants above.
await main(buildStart);
