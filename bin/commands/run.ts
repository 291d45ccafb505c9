import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Problem } from '../../lib/driver/document/problem.ts';
import type { BegunFunctions } from '../../lib/local/start-functions.ts';
import { withFiles } from '../api/document-files.ts';
import { pageOf } from '../api/page-address.ts';
import { beginFunctions, dataOption, withApi } from '../api/with-api.ts';
import { addOutputOptions, type OutputOptions, type Outputs, openOutputs } from '../burst/outputs.ts';
import { requestOf, sayNew } from '../burst/request.ts';
import { runBurst } from '../burst/run-burst.ts';
import { type Context, gettingReady } from '../cli/context.ts';
import { exitCodesHelp } from '../cli/exit-code.ts';
import { dataWords, typedCommand } from '../cli/shell-command.ts';
import {
  addLoadOptions,
  type LoadOptions,
  type ReadDocument,
  readDocument,
} from '../document/read-document.ts';
import { refuseUntriggered } from '../document/trigger-url.ts';
import type { Ran } from '../hooks/around-run.ts';
import { interrupts } from '../terminal/interrupts.ts';
import type { Terminal } from '../terminal/terminal.ts';

type RunOptions = LoadOptions &
  OutputOptions & {
    readonly data?: string;
    readonly maxErrors?: number;
    readonly stopOnFailure?: boolean;
    readonly allowHooks?: boolean;
    readonly triggered?: boolean;
  };

export function addRun(program: Command, context: Context): void {
  const command = program
    .command('run')
    .summary('run a benchmark and show the report')
    .description('Run a benchmark, show its progress, keep the run and show its report.');
  addLoadOptions(command, context.environment)
    .addOption(maxErrorsOption())
    .option(
      '--stop-on-failure',
      'stop the run as soon as a limit is broken; without this option, limits are judged at the end',
    );
  addOutputOptions(command)
    .option('--allow-hooks', 'run the pre and post commands of the document on this machine')
    .option(
      '--triggered',
      'confirm that this command runs in the CI job that `triggerUrl` of the document names',
    )
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (file: string, options: RunOptions) => context.finish(await run(file, options, context)));
}

const help = `
The first Ctrl-C stops the load and reports the measurements. The second ends the command. When the
command is killed, its load ends too: at once on this machine, and within a minute in a deployment.

The files that the document names are read from its folder, travel with it, and are deleted after
the run. Downpour lists them before it sends anything. Names that begin with a dot (.env) and data
folders of Downpour are refused without --allow-files.

A document may contain commands (pre, post). They run with sh on this machine, in the order of
their names, and only with --allow-hooks. Without this option Downpour shows them and starts
nothing. When a command fails, the commands after it do not run. A failed pre command also prevents
the run. The exit code is then 2, unless the run has another. Ctrl-C ends a command. The environment
of a command has RUN_ID, RUN_DIR (a folder of this run alone, with run.json after the run),
RUN_DESCRIPTION, BENCHMARK and BENCHMARK_PATH.

Downpour writes --json, --junit and --summary after every outcome. Without a run they contain the
reason. After a mistake in the document or usage (exit code 2) existing files stay as they are.
Downpour refuses to write to a file that the command reads, or that has other contents.
In a job of GitHub (GITHUB_ACTIONS, GITHUB_STEP_SUMMARY) Downpour also appends the summary to that
of the job, and writes failures as annotations.

Examples:
  $ downpour run shop.hf.yaml
  $ downpour run shop.hf.yaml -P RATE=200 -P HOST=10.0.0.7:8080 --shards 4
  $ downpour run shop.hf.yaml --shards 30 --regions eu-west-1=2,us-east-1=1
  $ downpour run shop.hf.yaml --max-errors 0.1%
  $ downpour run shop.hf.yaml --quiet --junit junit.xml --summary summary.md
  $ downpour run shop.hf.yaml --json-lines | jq 'select(.event == "second") | .latencyP99Ns'
  $ downpour run shop.hf.yaml --stop-on-failure
  $ downpour run shop.hf.yaml --seed 7 --json - | jq '.stats[].total.summary.requestCount'
${exitCodesHelp}`;

export function maxErrorsOption(): Option {
  return new Option(
    '--max-errors <ratio>',
    'share of requests that may fail before the run fails, such as 0.02 or 2%; 0: none, 1: all (default: 1%, or the limit of the deployment)',
  ).argParser(ratio);
}

/** Parses a share from 0 to 1, or a percentage, and returns the share. */
function ratio(text: string): number {
  const [, number, sign] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(text.trim()) ?? [];
  const value = Number(number) / (sign === '%' ? 100 : 1);
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.02, or a percentage, such as 2%.');
}

async function run(file: string, options: RunOptions, context: Context): Promise<number> {
  const outputs = await openOutputs(file, options, context);
  return outputs.around(async () => {
    await using begun = await beginFunctions(options, context);
    const document = await readDocument(file, options, context);
    const { plan } = document;
    outputs.benchmark = plan.benchmark.name;
    refuseUntriggered(file, document, options.triggered === true);
    await outputs.refuseInputs([...document.files.keys()].map((path) => resolve(dirname(file), path)));
    const allowed = options.allowHooks === true;
    const { aroundRun } = await import('../hooks/around-run.ts');
    return await aroundRun({ file, plan, allowed, terminal: outputs.human }, (id) =>
      drive(file, document, id, options, outputs, begun, context),
    );
  });
}

/** Starts the burst, with the id `id` if it is given. Then shows its progress and writes the output files. */
async function drive(
  file: string,
  document: ReadDocument,
  id: string | undefined,
  options: RunOptions,
  outputs: Outputs,
  begun: BegunFunctions | undefined,
  context: Context,
): Promise<Ran> {
  const { human, watchers } = outputs;
  const { data, quiet } = options;
  const signs = quiet ? undefined : gettingReady(human);
  const { fargate, shards: all } = document.plan;
  // With Fargate no drives are prepared on this machine in advance.
  const shards = fargate === undefined ? all : 0;
  return withApi({ data, lasting: true, keeps: true, shards, signs, begun }, context, async (api) => {
    using stopping = interrupts();
    const request = await withFiles(api, document, { id, ...(await requestOf(file, document, options)) });
    const warn = (problems: readonly Problem[]): void => sayNew(file, document, problems, context.err);
    const result = await runBurst(api, request, human, stopping, { quiet, signs, watchers, warn });
    await outputs.keep(result);
    const { code, status, text, left } = result;
    if (status.runId !== undefined && !quiet) await nextSteps(status.runId, data, human, context);
    return { code, text, left };
  });
}

async function nextSteps(
  run: number,
  data: string | undefined,
  terminal: Terminal,
  context: Context,
): Promise<void> {
  const { dim } = terminal.paint;
  const over = dataWords(data);
  const call = typedCommand(context.environment);
  const page = await pageOf({ data }, context, 'run', { id: run });
  if (page !== undefined) terminal.say('', `Page: ${terminal.paint.link(page)}`);
  terminal.say('', `Run ${run} is stored. ${dim('To query it:')}`);
  terminal.say(`  ${call} query ${run} '$.stats[*].total.summary.requestCount' --array${over}`);
}
