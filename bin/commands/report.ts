import { type Command, Option } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { withRuns } from '../../lib/report/read-run.ts';
import { pageOf } from '../api/page-address.ts';
import { dataOption } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { quoted, typedCommand } from '../cli/shell-command.ts';
import { baselineOption, differencesOption, lastOption } from '../compare/baseline-options.ts';
import type { ComparedPageOptions } from '../compare/compared-page.ts';
import { checkOutput, pageKind } from '../files/output-file.ts';
import { namedRuns } from '../report/named-run.ts';
import { writePage } from '../report/page-file.ts';
import { reportLines } from '../report/report.ts';
import { reportOfRun } from '../report/report-of-run.ts';
import { printJson } from '../terminal/json-layout.ts';

type ReportOptions = ComparedPageOptions & { readonly json?: boolean; readonly output?: string };

export function addReport(program: Command, context: Context): void {
  program
    .command('report')
    .summary('show the report of a run again')
    .description(
      'Show the report of a run again, as `run` showed it when it ended, or write it as a page for browsers.',
    )
    .argument('<run>', 'number of a run, `last`, or a file with a run document')
    .addOption(
      new Option(
        '-o, --output <file>',
        'write one HTML page with charts, which needs no network, to a file, or to standard output with -',
      ).conflicts('json'),
    )
    .addOption(baselineOption())
    .addOption(lastOption())
    .addOption(differencesOption())
    .option('--json', 'print the run document instead of the report')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (run: string, options: ReportOptions) =>
      context.finish(await withRuns(`the run '${run}'`, () => report(run, options, context))),
    );
}

const help = `
The page first shows whether the run passed and why, whether its numbers can be trusted, and how
close it was to its limits. This part needs no script and prints on one page.

With --baseline, the page also shows whether the run is worse than others, as \`compare\` does. Name
a run, a range (3..7), a file, several of them between commas, or a test. A single run can be judged
only against 39 or more. With fewer runs, the page shows the change without a decision.

Examples:
  $ downpour report last
  $ downpour report last -o report.html
  $ downpour report 12 -o report.html --baseline 11
  $ downpour report last -o report.html --baseline shop --last 40
  $ downpour report 1 --json > run-1.json
  $ downpour report run-1.json

Exit codes: 0 shown, also when the run failed; 2 unknown run; 3 no API.`;

async function report(name: string, options: ReportOptions, context: Context): Promise<number> {
  const { out } = context;
  const { output, baseline } = options;
  if (baseline !== undefined && output === undefined) throw withoutPage(name, baseline, context.environment);
  const inputs = [name, ...(baseline ?? []).flatMap((runs) => [runs, ...runs.split(',')])];
  if (output !== undefined && output !== '-') await checkOutput(output, pageKind, inputs);
  if (baseline !== undefined && output !== undefined) {
    const { writeComparedPage } = await import('../compare/compared-page.ts');
    await writeComparedPage(name, output, options, context);
    return exit.passed;
  }
  for (const named of await namedRuns([name], options, context)) {
    const { run, text, id } = named;
    if (output !== undefined) await writePage(named, output, context);
    else if (options.json) printJson(text, out);
    else {
      out.say(...reportLines(reportOfRun(run, id), out.paint, out.width));
      const page = id === undefined ? undefined : await pageOf(options, context, 'run', { id });
      if (page !== undefined) out.say('', `Page: ${out.paint.link(page)}`);
    }
  }
  return exit.passed;
}

function withoutPage(
  name: string,
  baseline: readonly string[],
  environment: NodeJS.ProcessEnv,
): DownpourError {
  const named = baseline.map((runs) => `--baseline ${quoted(runs)}`).join(' ');
  const there = `${typedCommand(environment)} compare ${named} ${quoted(name)}`;
  return new DownpourError(
    'COMPARISON_INVALID',
    400,
    `the option --baseline works only with a page: add -o report.html, or compare in the terminal with: ${there}`,
  );
}
