import type { Command } from 'commander';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { namedRuns } from '../report/named-run.ts';
import { reportLines } from '../report/report.ts';
import { reportOfRun } from '../report/report-of-run.ts';
import { laidOut } from '../terminal/json-layout.ts';

type ReportOptions = { readonly json?: boolean; readonly data?: string };

export function addReport(program: Command, context: Context): void {
  program
    .command('report')
    .summary('show the report of a run again')
    .description('Show the report of a run again, as `run` showed it when it ended.')
    .argument('<run>', 'number of a run, `last`, or the name of a file with a run document')
    .option('--json', 'print the run document instead')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, options: ReportOptions) =>
      context.finish(await report(run, options, context)),
    );
}

const help = `
Examples:
  $ downpour report last
  $ downpour report 1 --json > run-1.json
  $ downpour report run-1.json

Exit codes: 0 shown, whatever became of the run then; 2 unknown run; 3 no API.`;

async function report(name: string, options: ReportOptions, context: Context): Promise<number> {
  const { out } = context;
  for (const { run, text, id } of await namedRuns([name], options, context)) {
    if (options.json) out.say(out.live ? laidOut(text, out.paint) : text);
    else out.say(...reportLines(reportOfRun(run, id), out.paint, out.width));
  }
  return exit.passed;
}
