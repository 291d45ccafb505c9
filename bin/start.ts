import { Command } from 'commander';
import { type Shop, startShop } from '../examples/shop/shop.ts';
import type { RunDocument } from '../lib/driver/run/document.ts';
import { DownpourError } from '../lib/errors.ts';
import { beginBundles } from '../lib/local/bundles.ts';
import { counted, exactly } from '../lib/report/units.ts';
import { type Api, connect } from './api/client.ts';
import { withFiles } from './api/document-files.ts';
import { dataOption, type OpenCloud, onFreePort, openCloud, orFault } from './api/with-api.ts';
import { type BurstResult, runBurst } from './burst/run-burst.ts';
import { type Context, defaultDataDir, gettingReady, showBuild, usualPorts } from './cli/context.ts';
import { refuseEmpty } from './cli/empty-arguments.ts';
import { exit, helpHint } from './cli/exit-code.ts';
import { explainErrors } from './cli/explain-errors.ts';
import { main } from './cli/main.ts';
import { refuseKept } from './cli/npm-options.ts';
import { dataWords, quoted } from './cli/shell-command.ts';
import { pageFor, refuseServed } from './commands/serve.ts';
import {
  type Parameters,
  parameterOption,
  type ReadDocument,
  readDocument,
  readDocumentText,
  shardsOption,
} from './document/read-document.ts';
import { refuseUntriggered } from './document/trigger-url.ts';
import { requestsOf } from './report/report-of-run.ts';
import { aborted, interrupts } from './terminal/interrupts.ts';
import { laidOut } from './terminal/json-layout.ts';
import type { Terminal } from './terminal/terminal.ts';

type StartOptions = {
  readonly once?: boolean;
  readonly param: Parameters;
  readonly shards: number;
  readonly data?: string;
};

function buildStart(context: Context): Command {
  const command = new Command('npm start --')
    .description(
      'Runs a benchmark against a small shop on this machine, keeps the run, queries it twice, and stays up.',
    )
    .argument('[file]', 'benchmark document', quickstart)
    .option('--once', 'end after the two queries')
    .addOption(parameterOption(context.environment))
    .addOption(shardsOption().default(2))
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nThe parameter HOST is the address of the shop, unless you set another address.\n\nExamples:\n' +
        '  $ npm start\n' +
        '  $ npm start -- --once\n' +
        '  $ npm start -- my.hf.yaml -P HOST=localhost:9000',
    )
    .showHelpAfterError(helpHint)
    .showSuggestionAfterError()
    .exitOverride()
    .hook('preAction', refuseEmpty)
    .action(async (file: string, options: StartOptions) =>
      context.finish(await start(file, options, context)),
    );
  explainErrors(command);
  return refuseKept(command, context.environment);
}

async function start(file: string, options: StartOptions, context: Context): Promise<number> {
  const { out } = context;
  const dataDir = options.data ?? defaultDataDir;
  await refuseServed(dataDir);
  using stopping = interrupts();
  // The build of the bundles takes longest in a new clone, so the rest of the start runs at the same time.
  using bundles = beginBundles();
  await using shop = await openShop();
  const param = await withHost(file, new URL(shop.url).host, options.param);
  const document = await readDocument(file, { ...options, param }, context);
  refuseUntriggered(file, document, false);
  refuseHooks(file, document);
  using signs = gettingReady(out);
  await using cloud = await onFreePort(usualPorts.api, (port) =>
    openCloud({
      dataDir,
      port,
      lasting: true,
      shards: options.shards,
      bundles,
      service: context.environment.DOWNPOUR_SERVICE,
      building: () => showBuild(signs),
    }),
  );
  out.say(`Downpour ${cloud.url}`, `Shop     ${shop.url}`, '');
  const api = connect({ ...cloud, data: options.data });
  const order = { document: document.text, file, parameters: param, shards: options.shards };
  const sent = withFiles(api, document, order).then((request) =>
    runBurst(api, request, out, stopping, { signs }),
  );
  const result = await orFault(sent, cloud.fault);
  const agrees = await confirm(result, api, shop, out);
  const code = agrees ? verdict(result, file) : exit.incomplete;
  if (stopping.stopRequested.aborted) return code;
  out.say('', ...nextSteps({ file, shop, cloud, options: { ...options, param } }));
  if (options.once) return code;
  out.say('', await pageFor(cloud, cloud.url, out), '', 'Ctrl-C ends it.');
  await orFault(aborted(stopping.stopRequested), cloud.fault);
  return exit.passed;
}

/** Rejects a document with hooks. Only `run` shows hooks before it runs them. */
function refuseHooks(file: string, { plan }: ReadDocument): void {
  if (plan.benchmark.hooks === undefined) return;
  const message = `${file} has commands (pre, post), which run only with 'downpour run --allow-hooks'`;
  throw new DownpourError('HOOKS_NOT_ALLOWED', 400, message);
}

const quickstart = 'examples/quickstart.hf.yaml';

/**
 * The exit code of the tour. If the machine was too busy, a run of the tour's own document still counts as a
 * success. A run of the user's document counts as inconclusive.
 */
function verdict({ code, status }: BurstResult, file: string): number {
  const state: string = status.state;
  return state === 'inconclusive' && file === quickstart ? exit.passed : code;
}

/**
 * Compares a stored run with the target's own count of requests, and queries the run. False when the counts
 * differ.
 */
async function confirm({ status, run }: BurstResult, api: Api, shop: Shop, out: Terminal): Promise<boolean> {
  if (status.runId === undefined || run === undefined) return true;
  const { agrees, says } = agreement(requestsOf(run), status.state, shop, out);
  out.say('', says, machineLine(run, out));
  await showQueries(api, status.runId, out);
  return agrees;
}

function machineLine({ health }: RunDocument, { paint }: Terminal): string {
  if (!health.suspect) return `${paint.green('✓')} This machine was quiet enough for these numbers.`;
  const reasons = counted(health.suspicions.length, 'warning');
  return `${paint.yellow('!')} This machine was too busy for exact numbers: the report above has ${reasons}. Close other programs, or use less load.`;
}

type Toured = {
  readonly file: string;
  readonly shop: Shop;
  readonly cloud: OpenCloud;
  readonly options: StartOptions;
};

/**
 * Commands that a user can copy unchanged in the folder of the clone. With `--once` the cloud of the tour has
 * ended, so no server would answer curl.
 */
function nextSteps({ file, shop, cloud, options }: Toured): string[] {
  const over = dataWords(options.data);
  const parameters = Object.entries(options.param).map(
    ([name, value]) => ` -P ${quoted(`${name}=${value}`)}`,
  );
  const again = [
    `  bin/downpour report last${over}`,
    `  bin/downpour query last '$.stats[*].total.summary.percentileResponseTime' --array${over}`,
  ];
  if (options.once) return ['Try more:', ...again, `  bin/downpour runs${over}`];
  return [
    `Downpour is up: ${cloud.url}, the shop: ${shop.url}. In another terminal:`,
    ...again,
    `  bin/downpour run ${quoted(file)}${parameters.join('')}${over}`,
    `  curl -H "X-${cloud.service}-API-Key: $(cat ${quoted(cloud.adminKeyFile)})" ${cloud.url}/api/run/list`,
  ];
}

/**
 * Sets the parameter HOST to the shop, if the document has this parameter and the user gave no value for it.
 */
async function withHost(file: string, host: string, given: Parameters): Promise<Parameters> {
  const open = /!param\s+HOST\b/.test(await readDocumentText(file));
  return open ? { HOST: host, ...given } : given;
}

async function openShop(): Promise<Shop & AsyncDisposable> {
  const shop = await onFreePort(usualPorts.shop, (port) => startShop({ port }));
  return { ...shop, [Symbol.asyncDispose]: shop.close };
}

type Agreement = { readonly agrees: boolean; readonly says: string };

/**
 * A line about the target's own count of requests. If it differs, the numbers of the report are wrong.
 * Requests may be lost in between only when the run was cut short or the machine was too busy.
 */
function agreement(requests: number, state: string, shop: Shop, { paint }: Terminal): Agreement {
  const served = shop.counts().requests;
  if (served === 0)
    return {
      agrees: true,
      says: paint.dim(
        'The example shop received no request, so Downpour cannot compare the count of the shop with the count of the run.',
      ),
    };
  if (served === requests)
    return {
      agrees: true,
      says: `${paint.green('✓')} The example shop also counted ${counted(served, 'request')}.`,
    };
  const says = `The report has ${counted(requests, 'request')}, but the shop counted ${exactly(served)}`;
  const agrees = state !== 'passed' && state !== 'failed';
  return { agrees, says: agrees ? `${paint.yellow('!')} ${says}.` : `${paint.red('error')} ${says}` };
}

const questions = ['$.stats[*].total.summary.requestCount', '$.stats[?(@.throughput>100)].metric'];

/** Queries the run over HTTP, as a user would, and shows the request and the answer. */
async function showQueries(api: Api, run: number, out: Terminal): Promise<void> {
  for (const question of questions) {
    const result = await api.query(run, question, { array: true });
    out.say('', out.paint.bold(`GET ${api.url}/api/sql/${run}/queryrun?array=true&query=${question}`));
    out.print(laidOut(JSON.stringify(result)));
    if (!result.valid) throw new DownpourError('QUERY_FAILED', 500, `The query failed: ${result.reason}`);
  }
}

// The program starts at the end of the file, because it uses the constants above.
await main(buildStart);
