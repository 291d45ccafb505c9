import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Agent, agentOf, countOf, headerOf, timeMsOf } from '../../lib/import/wrk/option-values.ts';
import { wrkDefaults } from '../../lib/import/wrk/wrk-options.ts';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { runWrk, type WrkOptions } from '../wrk/run-wrk.ts';

export function addWrk(program: Command, context: Context): void {
  add('wrk', program, context)
    .summary('load one address as wrk does')
    .description(
      'Load one address over a number of connections as fast as it answers, as wrk does, and print the output of wrk.',
    )
    .addHelpText('after', helpFor('wrk', ''));
}

export function addWrk2(program: Command, context: Context): void {
  add('wrk2', program, context)
    .summary('load one address at a rate as wrk2 does')
    .description(
      'Send a number of requests per second to one address, as wrk2 does, and print the output of wrk2. Latency counts from the instant at which a request should have been sent.',
    )
    .addOption(
      new Option('-R, --rate <n>', 'requests per second, of all connections')
        .argParser(count(1))
        .makeOptionMandatory(),
    )
    .option(
      '-U, --u_latency',
      'also print latency from the instant at which each request was sent; implies --latency',
    )
    .addHelpText('after', helpFor('wrk2', '-R 100 '));
}

/** Adds a command with the arguments and options that `wrk` and `wrk2` have. */
function add(tool: 'wrk' | 'wrk2', program: Command, context: Context): Command {
  return program
    .command(tool)
    .argument('<url>', 'address to load; if it has no scheme, http is used')
    .addOption(
      new Option('-c, --connections <n>', 'connections to keep open')
        .argParser(count(1))
        .default(wrkDefaults.connections),
    )
    .addOption(time('-d, --duration <time>', 'duration of the test', 1, wrkDefaults.duration))
    .addOption(
      new Option(
        '-t, --threads <n>',
        'threads, among which the connections are divided (default: 2)',
      ).argParser(count(1)),
    )
    .addOption(
      new Option('-H, --header <header>', "header of the request, 'Name: value'; repeatable").argParser(
        header,
      ),
    )
    .option('-L, --latency', 'print percentiles, and a table of latencies with many more percentiles')
    .addOption(
      time(
        '-T, --timeout <time>',
        'time after which a request without an answer counts as failed',
        1,
        wrkDefaults.timeout,
      ),
    )
    .addOption(
      time(
        '--warmup-duration <time>',
        'length of the warm-up, which has the load of the test but is not measured; 0: no warm-up',
        0,
        wrkDefaults.warmup,
      ),
    )
    .addOption(
      new Option(
        '-A, --agent <name=key=value,...>',
        'name of an agent, with its properties; repeatable',
      ).argParser(agent),
    )
    .option('--enable-http2', 'use HTTP/2 if the target accepts it')
    .option('--use-http-cache', 'let each user keep cacheable responses, as a browser does')
    .addOption(
      new Option('-s, --script <file>', 'not supported: the command refuses Lua scripts').argParser(
        noScripts,
      ),
    )
    .option('-o, --output <file>', 'write the report of the run as a page for browsers')
    .addOption(new Option('--json <out>', 'write the run document to a file, or to standard output with -'))
    .addOption(dataOption())
    .action(async (url: string, options: WrkOptions) =>
      context.finish(await runWrk(tool, url, options, context)),
    );
}

const helpFor = (tool: string, rate: string): string => `
Numbers can have an SI unit (2k, 1M). Times can have ms, s, m or h; without a unit they are seconds.
A warm-up runs before the test: it takes time but is not measured. The run is stored like every
other run: \`downpour report last\` shows its other numbers, and docs/wrk.md explains the output.

Examples:
  $ downpour ${tool} ${rate}-d 2s --warmup-duration 1s http://localhost:8080/products
  $ downpour ${tool} ${rate}-t 1 -c 20 -d 2s -H 'Accept: text/html' --latency localhost:8080/products

Exit codes: 0 tested, also when requests failed; 1 unreachable; 2 wrong usage; 3 no result;
130 stopped by the user.`;

function count(least: number): (text: string) => number {
  return (text) => {
    const value = countOf(text);
    if (value !== undefined && value >= least) return value;
    throw new InvalidArgumentError(
      `Expected a whole number from ${least} to ${Number.MAX_SAFE_INTEGER}, such as 100 or 2k.`,
    );
  };
}

/** Makes an option for a time. It keeps the text of the value, because the output shows it again. */
function time(flags: string, description: string, leastMs: number, usual: string): Option {
  const parse = (text: string): WrkOptions['duration'] => {
    const ms = timeMsOf(text);
    if (ms !== undefined && ms >= leastMs) return { ms, text: /^\d+$/.test(text) ? `${text}s` : text };
    throw new InvalidArgumentError('Expected a time, such as 30s, 2m or 500ms.');
  };
  return new Option(flags, description).argParser(parse).default(parse(usual), usual);
}

function header(text: string, before: WrkOptions['header'] = []): WrkOptions['header'] {
  const parsed = headerOf(text);
  if (parsed === undefined) throw new InvalidArgumentError("Expected 'Name: value'.");
  return [...before, parsed];
}

function agent(text: string, before: readonly Agent[] = []): readonly Agent[] {
  const parsed = agentOf(text);
  if (parsed === undefined)
    throw new InvalidArgumentError('Expected name=key=value,key=value, such as a=threads=2.');
  return [...before, parsed];
}

function noScripts(): never {
  throw new InvalidArgumentError(
    'Lua scripts are not supported: write a scenario in place of the script, and use `downpour run`.',
  );
}
