import type { Command } from 'commander';
import { DownpourError } from '../../lib/errors.ts';
import { counted } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import {
  check,
  documentsArgument,
  filesLine,
  filesOption,
  type LoadOptions,
  parameterOption,
  readDocumentText,
} from '../document/read-document.ts';
import { nameInMessages } from '../terminal/file-name.ts';
import { problemLine } from '../terminal/problems.ts';
import type { Terminal } from '../terminal/terminal.ts';

type ValidateOptions = LoadOptions & { readonly json?: boolean };

export function addValidate(program: Command, context: Context): void {
  program
    .command('validate')
    .summary('list all problems of documents')
    .description('Check benchmark documents and list all problems, each with its place.')
    .addArgument(documentsArgument())
    .addOption(parameterOption(context.environment))
    .addOption(filesOption())
    .option('--json', 'print {"valid", "file", "problems"} as JSON; for several files, a list')
    .addHelpText('after', help)
    .action(async (files: readonly string[], options: ValidateOptions) =>
      context.finish(await validate(files, options, context)),
    );
}

const help = `
Examples:
  $ downpour validate shop.hf.yaml
  $ downpour validate shop.hf.yaml hello.hf.yaml
  $ downpour validate shop.hf.yaml --json | jq -r '.problems[].message'

Exit codes: 0 all documents can be run, 2 at least one document cannot be run.`;

type Judged = Pick<Awaited<ReturnType<typeof check>>, 'plan' | 'problems' | 'named'>;
type Checked = { readonly file: string } & Judged;

async function validate(
  files: readonly string[],
  options: ValidateOptions,
  { out, environment }: Context,
): Promise<number> {
  const all: Checked[] = [];
  for (const file of files)
    all.push({ file, ...(await checked(file, (text) => check(file, text, options, environment))) });
  if (options.json) {
    const answers = all.map(({ file, plan, problems }) => ({ valid: plan !== undefined, file, problems }));
    out.print(JSON.stringify(answers.length === 1 ? answers[0] : answers, null, 2));
  } else for (const checked of all) out.say(...linesOf(checked, out));
  return all.every(({ plan }) => plan !== undefined) ? exit.passed : exit.refused;
}

/**
 * Checks one file. A file that cannot be read counts as a problem, so that the other files are checked too.
 */
async function checked(file: string, judge: (text: string) => Promise<Judged>): Promise<Judged> {
  const text = await readDocumentText(file).catch((error: unknown) => {
    if (error instanceof DownpourError) return error;
    throw error;
  });
  if (typeof text === 'string') return judge(text);
  const place = { path: [], line: 1, column: 1 };
  return { plan: undefined, problems: [{ severity: 'error', message: text.message, ...place }], named: [] };
}

function linesOf({ file, plan, problems, named }: Checked, { paint }: Terminal): readonly string[] {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const name = nameInMessages(file);
  return [
    ...problems.map((problem) => problemLine(file, problem, paint)),
    ...filesLine(named),
    plan === undefined
      ? `${paint.red('✗')} ${name} has ${counted(errors, 'problem')}`
      : `${paint.green('✓')} ${name} is valid: ${plan.benchmark.name}, ${counted(plan.phases.length, 'phase')}`,
  ];
}
