import { sentenceOf } from '../../lib/driver/document/format-problems.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { WrkOrder } from '../../lib/import/wrk/wrk-options.ts';
import { withApi } from '../api/with-api.ts';
import { noRunText, reasonOf } from '../burst/outputs.ts';
import { type BurstResult, watchBurst } from '../burst/run-burst.ts';
import type { Watcher } from '../burst/status-watchers.ts';
import { type Context, gettingReady } from '../cli/context.ts';
import { check } from '../document/read-document.ts';
import { checkOutput, pageKind, refuseTwice, runDocumentKind } from '../files/output-file.ts';
import { writeText } from '../files/write-file.ts';
import { writePage } from '../report/page-file.ts';
import { interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { printResult } from './wrk-result.ts';

type Time = { readonly ms: number; readonly text: string };

/** The parsed options of `wrk` or `wrk2`. */
export type WrkOptions = {
  readonly connections: number;
  readonly duration: Time;
  readonly threads?: number;
  readonly header?: WrkOrder['headers'];
  readonly latency?: boolean;
  readonly u_latency?: boolean;
  readonly timeout: Time;
  readonly warmupDuration: Time;
  readonly rate?: number;
  readonly agent?: WrkOrder['agents'];
  readonly enableHttp2?: boolean;
  readonly useHttpCache?: boolean;
  readonly output?: string;
  readonly json?: string;
  readonly data?: string;
};

/**
 * Makes the benchmark, runs it like every other benchmark, and prints its result in the format of wrk or
 * wrk2. Returns the exit code.
 */
export async function runWrk(
  tool: WrkOrder['tool'],
  url: string,
  options: WrkOptions,
  context: Context,
): Promise<number> {
  const files = [options.json, options.output].filter((file) => file !== undefined);
  refuseTwice(files);
  const human = files.includes('-') ? context.err : context.out;
  const order = orderOf(tool, url, options);
  const { document, threads } = await documentFor(order, options, context);
  const { json, output } = options;
  if (json !== undefined && json !== '-') await checkOutput(json, runDocumentKind);
  if (output !== undefined && output !== '-') await checkOutput(output, pageKind);
  const shards = shardsOf(order);
  const request = { file: tool, document, parameters: {}, shards };
  const heading = [
    `Running ${options.duration.text} test @ ${url}`,
    `  ${threads} threads and ${order.connections} connections`,
  ];
  const signs = human.live ? gettingReady(human) : undefined;
  const cloud = { data: options.data, lasting: true, keeps: true, shards, signs };
  return withApi(cloud, context, async (api) => {
    using stopping = interrupts();
    const result = await watchBurst(api, request, human, stopping, [
      () => signs?.end(),
      headingThenProgress(heading, human),
    ]);
    const code = await printResult(result, { ...options, tool, threads }, human, context);
    await keep(result, code, options, context);
    return code;
  });
}

function orderOf(tool: WrkOrder['tool'], url: string, options: WrkOptions): WrkOrder {
  const { connections, duration, timeout, warmupDuration, rate, header = [], agent = [] } = options;
  const threads = options.threads ?? Math.min(2, connections);
  if (connections < threads) {
    const message = `-c ${connections} is less than -t ${threads}, but every thread needs a connection: give at least -c ${threads}`;
    throw new DownpourError('USAGE', 400, message);
  }
  return {
    tool,
    url,
    connections,
    threads,
    headers: header,
    agents: agent,
    durationMs: duration.ms,
    timeoutMs: timeout.ms,
    warmupMs: warmupDuration.ms,
    ...(rate === undefined ? {} : { rate }),
    http2: options.enableHttp2 === true,
    httpCache: options.useHttpCache === true,
  };
}

/**
 * Makes the benchmark document, and the number of threads of all its agents. Errors do not name places in the
 * document, because the user has not written it.
 */
async function documentFor(
  order: WrkOrder,
  { data }: WrkOptions,
  { environment }: Context,
): Promise<{ readonly document: string; readonly threads: number }> {
  const [{ wrkDocument }, { Refusal }] = await Promise.all([
    import('../../lib/import/wrk/wrk-document.ts'),
    import('../../lib/import/refusal.ts'),
  ]);
  try {
    const document = JSON.stringify(wrkDocument(order));
    const { plan, problems } = await check(
      order.tool,
      document,
      { param: {}, data, shards: shardsOf(order) },
      environment,
    );
    if (plan !== undefined) return { document, threads: threadsOf(plan.benchmark) };
    const errors = problems.filter(({ severity }) => severity === 'error');
    throw new DownpourError('USAGE', 400, [...new Set(errors.map(sentenceOf))].join('. '));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new DownpourError('USAGE', 400, error.message, { cause: error });
  }
}

/** The number of shards. Like wrk, the benchmark runs in one process, unless it has several agents. */
const shardsOf = ({ agents }: WrkOrder): number => Math.max(1, agents.length);

function threadsOf({ agents, threads }: Plan['benchmark']): number {
  return agents.length === 0 ? threads : agents.reduce((sum, agent) => sum + agent.threads, 0);
}

/**
 * Returns a watcher that prints the heading when the burst runs, warm-up included. On a terminal it also
 * shows the progress.
 */
function headingThenProgress(heading: readonly string[], human: Terminal): Watcher {
  let isPrinted = false;
  return ({ state, phases }) => {
    if (state !== 'running' && state !== 'merging') return;
    if (!isPrinted) human.say(...heading);
    isPrinted = true;
    const phase = phases.find(({ status }) => status === 'RUNNING');
    if (!human.live || phase?.live === undefined) return;
    const { second, requestsPerSec } = phase.live;
    human.draw([human.paint.dim(`  ${phase.name} ${second + 1}s, ${Math.round(requestsPerSec)} requests/s`)]);
  };
}

/** Writes the output files. Without a run, the document has the reason, as that of `run` has. */
async function keep(
  result: BurstResult,
  code: number,
  { json, output }: WrkOptions,
  context: Context,
): Promise<void> {
  const { run, status } = result;
  const text = result.text ?? noRunText(status.benchmark, code, { reason: reasonOf(result), result });
  if (output !== undefined && run !== undefined) await writePage({ run, id: status.runId }, output, context);
  if (json === '-') context.out.print(text);
  else if (json !== undefined) {
    await writeText(json, `${text}\n`);
    const what = run === undefined ? 'the reason why no run exists' : 'the run document';
    context.err.say(`Wrote ${what} to ${json}`);
  }
}
