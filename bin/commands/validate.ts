import type { Command } from 'commander';
import { counted } from '../../lib/report/units.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import { readText } from '../document/file.ts';
import {
  check,
  documentArgument,
  filesLine,
  filesOption,
  type LoadOptions,
  parameterOption,
} from '../document/read-document.ts';
import { problemLine } from '../terminal/problems.ts';

type ValidateOptions = LoadOptions & { readonly json?: boolean };

export function addValidate(program: Command, context: Context): void {
  program
    .command('validate')
    .summary('list everything wrong with a document')
    .description('Check a benchmark document and list everything wrong with it, each with its place.')
    .addArgument(documentArgument())
    .addOption(parameterOption())
    .addOption(filesOption())
    .option('--json', 'print {"valid", "problems"} as JSON')
    .addHelpText('after', help)
    .action(async (file: string, options: ValidateOptions) =>
      context.finish(await validate(file, options, context)),
    );
}

const help = `
Examples:
  $ downpour validate shop.hf.yaml
  $ downpour validate shop.hf.yaml --json | jq -r '.problems[].message'

Exit codes: 0 it can be run, 2 it cannot.`;

async function validate(
  file: string,
  options: ValidateOptions,
  { out, environment }: Context,
): Promise<number> {
  const { plan, problems, named } = await check(file, await readText(file), options, environment);
  const valid = plan !== undefined;
  if (options.json) {
    out.print(JSON.stringify({ valid, file, problems }, null, 2));
    return valid ? exit.passed : exit.refused;
  }
  out.say(...problems.map((problem) => problemLine(file, problem, out.paint)));
  out.say(...filesLine(named));
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const phases = counted(plan?.phases.length ?? 0, 'phase');
  out.say(
    valid
      ? `${out.paint.green('✓')} ${file} is valid: ${plan.benchmark.name}, ${phases}`
      : `${out.paint.red('✗')} ${file} has ${counted(errors, 'problem')}`,
  );
  return valid ? exit.passed : exit.refused;
}
