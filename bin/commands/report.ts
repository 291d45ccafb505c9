import { type Command, Option } from 'commander';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { checkWritable } from '../document/file.ts';
import { namedRuns } from '../report/named-run.ts';
import { writePage } from '../report/page-file.ts';
import { reportLines } from '../report/report.ts';
import { reportOfRun } from '../report/report-of-run.ts';
import { laidOut } from '../terminal/json-layout.ts';

type ReportOptions = { readonly json?: boolean; readonly output?: string; readonly data?: string };

export function addReport(program: Command, context: Context): void {
  program
    .command('report')
    .summary('show the report of a run again')
    .description(
      'Show the report of a run again, as `run` showed it when it ended, or write it as a page for browsers.',
    )
    .argument('<run>', 'number of a run, `last`, or the name of a file with a run document')
    .addOption(
      new Option(
        '-o, --output <file>',
        'write one HTML page with charts, which needs no network, to a file, or to standard output with -',
      ).conflicts('json'),
    )
    .option('--json', 'print the run document instead')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, options: ReportOptions) =>
      context.finish(await report(run, options, context)),
    );
}

const help = `
The page says first whether the run passed and why, whether its numbers can be trusted, and how
close it came to its limits; that part needs no script and prints on one page.

Examples:
  $ downpour report last
  $ downpour report last -o report.html
  $ downpour report 1 --json > run-1.json
  $ downpour report run-1.json

Exit codes: 0 shown, whatever became of the run then; 2 unknown run; 3 no API.`;

async function report(name: string, options: ReportOptions, context: Context): Promise<number> {
  const { out } = context;
  const { output } = options;
  if (output !== undefined && output !== '-') await checkWritable(output);
  for (const named of await namedRuns([name], options, context)) {
    const { run, text, id } = named;
    if (output !== undefined) await writePage(named, output, context);
    else if (options.json) out.say(out.live ? laidOut(text, out.paint) : text);
    else out.say(...reportLines(reportOfRun(run, id), out.paint, out.width));
  }
  return exit.passed;
}
