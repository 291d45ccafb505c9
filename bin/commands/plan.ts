import type { Command } from 'commander';
import type { BurstForecast } from '../../lib/api.generated.ts';
import type { Plan } from '../../lib/driver/model/plan.ts';
import { hidden } from '../../lib/driver/run/entries/public-parameters.ts';
import { DownpourError } from '../../lib/errors.ts';
import { lambdaQuotas } from '../../lib/quotas.ts';
import { exactly } from '../../lib/report/units.ts';
import { counted } from '../../lib/words.ts';
import { requestOf, sayNew } from '../burst/request.ts';
import type { Context } from '../cli/context.ts';
import { exit } from '../cli/exit-code.ts';
import {
  addLoadOptions,
  type LoadOptions,
  type ReadDocument,
  readDocument,
} from '../document/read-document.ts';

type PlanOptions = LoadOptions & { readonly json?: boolean; readonly offline?: boolean };

export function addPlan(program: Command, context: Context): void {
  const command = program
    .command('plan')
    .summary('show how a benchmark would run')
    .description(
      'Show how a benchmark would run, and what that would cost. Sends no load, and starts nothing. The deployment at DOWNPOUR_URL checks whether it would accept the benchmark.',
    );
  addLoadOptions(command, context.environment)
    .option('--offline', 'plan without the deployment at DOWNPOUR_URL')
    .option('--json', 'print the whole plan as JSON')
    .addHelpText('after', help)
    .action(async (file: string, options: PlanOptions) => context.finish(await plan(file, options, context)));
}

const help = `
Examples:
  $ downpour plan shop.hf.yaml --shards 4
  $ downpour plan shop.hf.yaml --json | jq '.estimate'
  $ downpour plan shop.hf.yaml --offline

Exit codes: 0 the benchmark can be run, 2 it cannot be run. A deployment that does not answer
is a warning.`;

async function plan(file: string, options: PlanOptions, context: Context): Promise<number> {
  const { out } = context;
  const document = await readDocument(file, options, context);
  const deployment = await forecast(file, document, options, context);
  const { plan } = document;
  if (options.json) out.print(JSON.stringify({ ...plan, deployment }, withoutPasswords, 2));
  else {
    // The module is loaded here, because it loads all kinds of steps, which other commands do not need.
    const { planLines } = await import('../terminal/plan.ts');
    out.say(...planLines(plan, out.paint, out.width));
    if (deployment !== undefined) out.say(`  ${out.paint.dim('accepted')}  ${takenBy(deployment)}`);
    else out.say(...(await accountLines(plan, out.paint.dim)));
  }
  return exit.passed;
}

type Taken = Pick<BurstForecast, 'shards' | 'drivesAtOnce' | 'drivesMax' | 'dollars'> & {
  readonly url: string;
};

/**
 * Reads the deployment's forecast for the plan. Undefined without a deployment, and when the deployment does
 * not answer.
 * @throws DownpourError `BENCHMARK_REFUSED` (400) with all problems that the deployment reports.
 */
async function forecast(
  file: string,
  document: ReadDocument,
  options: PlanOptions,
  { environment, err }: Context,
): Promise<Taken | undefined> {
  const { DOWNPOUR_URL: url, DOWNPOUR_API_KEY: apiKey, DOWNPOUR_SERVICE: service } = environment;
  if (!url || options.offline) return undefined;
  const { connect } = await import('../api/client.ts');
  try {
    const request = await requestOf(file, document, options);
    const answer = await connect({ url, apiKey, service }).tryBurst(request);
    sayNew(file, document, answer.problems, err);
    const { shards, drivesAtOnce, drivesMax, dollars } = answer;
    return { url, shards, drivesAtOnce, ...(drivesMax === undefined ? {} : { drivesMax }), dollars };
  } catch (error) {
    if (!(error instanceof DownpourError) || error.code === 'BENCHMARK_REFUSED') throw error;
    const why = `${error.message}; this plan was made without the deployment, as with --offline`;
    err.say(`${err.paint.yellow('! warning')} ${why}`);
    return undefined;
  }
}

function takenBy({ url, drivesAtOnce, drivesMax }: Taken): string {
  const drives = `${counted(drivesAtOnce, 'load generator')} at once`;
  return `${url}: ${drives}${drivesMax === undefined ? '' : `, and it can run ${exactly(drivesMax)}`}`;
}

/**
 * The lines about an account's quota. Without a deployment the quota is unknown. Most accounts have the
 * default quota, which large bursts exceed.
 */
async function accountLines(plan: Plan, dim: (text: string) => string): Promise<string[]> {
  if (plan.fargate !== undefined) return [];
  const { drivesAtOnce } = await import('../../lib/driver/planning/checks/drive-concurrency.ts');
  const { working } = drivesAtOnce(plan);
  const usual = Math.floor(lambdaQuotas.concurrency / 2);
  if (working <= usual) return [];
  return [
    `  ${dim('in AWS')}  ${counted(working, 'load generator')} at once are too many for an AWS account with the usual quota of ${exactly(lambdaQuotas.concurrency)} executions, because a deployment uses ${exactly(usual)} of them; ask for more: npm run deploy -- --request-quota`,
  ];
}

/**
 * Hides passwords in a plan, because it may be printed where other people read it, such as the log of a
 * pipeline.
 */
function withoutPasswords(name: string, value: unknown): unknown {
  return name === 'password' && typeof value === 'string' ? hidden : value;
}
