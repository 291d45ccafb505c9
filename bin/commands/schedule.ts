import { type Command, InvalidArgumentError, Option } from 'commander';
import { withFiles } from '../api/document-files.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { dataWords } from '../cli/shell-command.ts';
import {
  documentArgument,
  filesOption,
  type LoadOptions,
  parameterOption,
  readDocument,
  seedOption,
  shardsOption,
} from '../document/read-document.ts';
import { maxErrorsOption } from './run.ts';

type ListOptions = { readonly json?: boolean; readonly data?: string };
type AddOptions = LoadOptions &
  ListOptions & {
    readonly cron: string;
    readonly timezone: string;
    readonly name?: string;
    readonly maxErrors?: number;
    readonly stopOnFailure?: boolean;
  };

export function addSchedule(program: Command, context: Context): void {
  const schedule = program
    .command('schedule')
    .summary('run benchmarks at the times of a timetable')
    .description('Run benchmarks at the times of a timetable: add, list, remove and run schedules.')
    .addHelpText('after', help);
  addAdd(schedule, context);
  schedule
    .command('list')
    .description('List the schedules with their next three times, and the result of the last one.')
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', exampleOf("downpour schedule list --json | jq '.schedules[].last.problem'"))
    .action(async (options: ListOptions) => context.finish(await list(options, context)));
  schedule
    .command('run')
    .description('Run the benchmark of a schedule now, without waiting for its next time.')
    .argument('<name>', 'name of the schedule')
    .option('--json', 'print JSON: the name of the schedule and the id of the burst')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour watch $(downpour schedule run nightly --json | jq -r .burst)'))
    .action(async (name: string, options: ListOptions) => context.finish(await run(name, options, context)));
  schedule
    .command('remove')
    .description('Remove a schedule, its document and its files. A burst that it has started goes on.')
    .argument('<name>', 'name of the schedule')
    .option('--json', 'print {"name"}')
    .addOption(dataOption())
    .addHelpText('after', exampleOf('downpour schedule remove nightly'))
    .action(async (name: string, options: ListOptions) =>
      context.finish(await remove(name, options, context)),
    );
}

const exampleOf = (line: string): string => `\nExamples:\n  $ ${line}`;

const help = `
Examples:
  $ downpour schedule add shop.hf.yaml --cron @daily --name daily
  $ downpour schedule list`;

function addAdd(schedule: Command, context: Context): void {
  schedule
    .command('add')
    .description('Check a benchmark and run it at each time of a timetable.')
    .addArgument(documentArgument())
    .requiredOption(
      '--cron <expression>',
      "when: '0 3 * * *', '@daily', 'cron(0 3 ? * MON-FRI *)', 'rate(6 hours)'",
    )
    .option('--timezone <zone>', 'time zone of the timetable, such as Europe/Prague', 'UTC')
    .option('--name <name>', 'name of the schedule (default: the name of the benchmark)', scheduleName)
    .addOption(parameterOption(context.environment))
    .addOption(filesOption())
    .addOption(shardsOption())
    .addOption(seedOption())
    .addOption(maxErrorsOption())
    .addOption(new Option('--stop-on-failure', 'stop each run as soon as a limit is broken'))
    .option('--json', 'print the JSON answer of the API')
    .addOption(dataOption())
    .addHelpText('after', addHelp)
    .action(async (file: string, options: AddOptions) => context.finish(await add(file, options, context)));
}

const addHelp = `
Cron has five fields: minute, hour, day of month, month, day of week. A day of month and a day of
week together are two schedules. Times are local times: when the clock changes, a time that does not
exist is skipped, and a repeated time counts once. A rate counts from now.

Downpour skips a time when the burst of the previous time still runs, or when the time is more than
15 minutes past. It also skips a time when the API key that added the schedule is revoked or expired.
\`schedule list\` names a key that ends before one of the next three times.

In AWS, schedules start bursts at any time. On one machine they start bursts only while
\`downpour serve\` is up. Its next start lists the missed times, and starts no burst for them.

Examples:
  $ downpour schedule add shop.hf.yaml --cron '0 3 * * 1-5' --timezone Europe/Prague --name nightly
  $ downpour schedule add shop.hf.yaml --cron @hourly --name smoke -P RATE=5 --shards 1
  $ downpour schedule add shop.hf.yaml --cron 'rate(30 minutes)' --json | jq '.next'`;

async function add(file: string, options: AddOptions, context: Context): Promise<number> {
  const { cron, timezone, param: parameters, shards, seed, maxErrors, stopOnFailure, data } = options;
  const { refuseTimetable } = await import('../schedule/timetable-refusal.ts');
  await refuseTimetable(cron, timezone, context.err);
  const document = await readDocument(file, options, context);
  const name = options.name ?? nameOf(document.plan.benchmark.name);
  const order = { document: document.text, file, parameters, shards, seed, maxErrors, stopOnFailure };
  const made = await withApi({ data, keeps: true }, context, async (api) => {
    const { files } = await withFiles(api, document, order);
    return api.addSchedule({ name, cron, timezone, ...order, ...(files === undefined ? {} : { files }) });
  });
  if (options.json) context.out.print(JSON.stringify(made, null, 2));
  else {
    const { scheduleLines, servedLines } = await import('../schedule/schedule-lines.ts');
    context.out.say(
      `Schedule ${context.out.paint.bold(name)} is added.`,
      ...scheduleLines(made, context.out),
    );
    context.err.say(...servedLines(data, context));
  }
  return exit.passed;
}

/** The characters of a benchmark's name that may be in the name of a schedule. */
const nameOf = (benchmark: string): string =>
  benchmark
    .replace(/[^\w-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 50) || 'schedule';

function scheduleName(text: string): string {
  if (/^[A-Za-z0-9][\w-]{0,49}$/.test(text)) return text;
  const allowed = 'at most 50 letters, digits, hyphens and underscores, with a letter or digit first';
  throw new InvalidArgumentError(`Expected ${allowed}, such as ${nameOf(text)}.`);
}

async function list({ data, json }: ListOptions, context: Context): Promise<number> {
  const { out } = context;
  const summary = await withApi({ data }, context, (api) => api.schedules());
  if (json) out.print(JSON.stringify(summary, null, 2));
  else {
    const { scheduleLines } = await import('../schedule/schedule-lines.ts');
    if (summary.schedules.length === 0)
      out.say('No schedules yet. `downpour schedule add FILE --cron ...` adds one.');
    for (const each of summary.schedules) out.say(out.paint.bold(each.name), ...scheduleLines(each, out));
  }
  return exit.passed;
}

async function remove(name: string, { data, json }: ListOptions, context: Context): Promise<number> {
  await withApi({ data }, context, (api) => api.removeSchedule(name));
  context.out.say(json ? JSON.stringify({ name }) : `Schedule ${name} is removed.`);
  return exit.passed;
}

/** Starts a schedule's burst. The API must run as long as the burst, so this command needs a lasting API. */
async function run(name: string, { data, json }: ListOptions, context: Context): Promise<number> {
  const { refuseBrief } = await import('../schedule/schedule-lines.ts');
  await refuseBrief(data, context);
  const burst = await withApi({ data, lasting: true }, context, (api) => api.runSchedule(name));
  if (json) context.out.print(JSON.stringify({ name, burst }));
  else
    context.out.say(
      `Burst ${burst} of schedule ${name} is started: \`downpour watch ${burst}${dataWords(data)}\` follows it.`,
    );
  return exit.passed;
}
