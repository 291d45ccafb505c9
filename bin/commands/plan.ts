import type { Command } from 'commander';
import { hidden } from '../../lib/driver/run/entries/shown-parameters.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import {
  documentArgument,
  type LoadOptions,
  parameterOption,
  readDocument,
  seedOption,
  shardsOption,
} from '../document/read-document.ts';

type PlanOptions = LoadOptions & { readonly json?: boolean };

export function addPlan(program: Command, context: Context): void {
  program
    .command('plan')
    .summary('show how a benchmark would run')
    .description('Show how a benchmark would run, and what that would cost. Sends nothing.')
    .addArgument(documentArgument())
    .addOption(parameterOption())
    .addOption(shardsOption())
    .addOption(seedOption())
    .option('--json', 'print the whole plan as JSON')
    .addHelpText('after', help)
    .action(async (file: string, options: PlanOptions) => context.finish(await plan(file, options, context)));
}

const help = `
Examples:
  $ downpour plan shop.hf.yaml --shards 4
  $ downpour plan shop.hf.yaml --json | jq '.estimate'

Exit codes: 0 it can be run, 2 it cannot.`;

async function plan(file: string, options: PlanOptions, context: Context): Promise<number> {
  const { out } = context;
  const { plan } = await readDocument(file, options, context);
  if (options.json) out.say(JSON.stringify(plan, withoutPasswords, 2));
  else {
    // The table knows every kind of step, which other commands need not load.
    const { planLines } = await import('../terminal/plan.ts');
    out.say(...planLines(plan, out.paint, out.width));
  }
  return exit.passed;
}

/** A plan is printed where others may read it, such as the log of a pipeline. */
function withoutPasswords(name: string, value: unknown): unknown {
  return name === 'password' && typeof value === 'string' ? hidden : value;
}
