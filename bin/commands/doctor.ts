import type { Command } from 'commander';
import type { BurstStatus, DeploymentFacts } from '../../lib/api.generated.ts';
import { isFinal } from '../../lib/driver/model/final-state.ts';
import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import { version } from '../../lib/project.ts';
import type { Api } from '../api/client.ts';
import { dataOption, withApi } from '../api/with-api.ts';
import { type Context, defaultDataDir } from '../cli/context.ts';
import { exit, exitCodesHelp } from '../cli/exit-code.ts';
import { type Check, failed } from '../doctor/check.ts';

type DoctorOptions = {
  readonly data?: string;
  readonly machine?: boolean;
  readonly burst: boolean;
  readonly json?: boolean;
};

export function addDoctor(program: Command, context: Context): void {
  program
    .command('doctor')
    .summary('check this machine and a deployment')
    .description(
      'Check this machine, and the deployment at DOWNPOUR_URL or the local cloud: quotas, clock, rights. Then run a test burst of five seconds, whose target is the deployment itself.',
    )
    .option('--machine', 'check this machine only')
    .option('--no-burst', 'send no load')
    .option('--json', 'print the checks as JSON')
    .addOption(dataOption())
    .addHelpText('after', help)
    .action(async (options: DoctorOptions) => context.finish(await doctor(options, context)));
}

const help = `
The test burst sends 100 requests for the version to the API itself. It needs an administrator's key.
It proves that the state machine starts and that its task tokens are answered. It also proves that
functions reach their stores, and that a run is stored.

The command changes nothing, except that it stores this run. The exit code is 3 when a check failed.
Warnings do not change it.

Examples:
  $ downpour doctor
  $ downpour doctor --machine
  $ DOWNPOUR_URL=https://load.example.com DOWNPOUR_API_KEY=dpr_1_... downpour doctor
  $ downpour doctor --json | jq '.checks[] | select(.state != "ok")'
${exitCodesHelp}`;

async function doctor(options: DoctorOptions, context: Context): Promise<number> {
  const checks: Check[] = [];
  const say = (found: readonly Check[]): void => {
    checks.push(...found);
    if (found.some(({ state }) => state === 'failed')) context.finish(exit.incomplete);
    if (!options.json) for (const check of found) context.out.say(...linesOf(check, context));
  };
  const [{ machineFacts }, { machineChecks }] = await Promise.all([
    import('../doctor/machine-facts.ts'),
    import('../doctor/machine-checks.ts'),
  ]);
  say(machineChecks(await machineFacts(options.data ?? defaultDataDir)));
  if (!options.machine) await deployment(options, context, say);
  const isWell = checks.every(({ state }) => state !== 'failed');
  if (options.json) context.out.print(JSON.stringify({ isWell, checks }, null, 2));
  return isWell ? exit.passed : exit.incomplete;
}

function linesOf({ name, state, says, advice }: Check, { out: { paint } }: Context): string[] {
  const marks = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') } as const;
  const line = `${marks[state]} ${paint.bold(name)}  ${says}`;
  return advice === undefined ? [line] : [line, `  ${paint.dim('→')} ${advice}`];
}

/**
 * The checks of a deployment. If the API does not answer, that is one failed check, and no other check
 * follows.
 */
async function deployment(
  { data, burst }: DoctorOptions,
  context: Context,
  say: (found: readonly Check[]) => void,
): Promise<void> {
  try {
    await withApi({ data, lasting: true, keeps: true }, context, async (api) => {
      const facts = await factsOf(api);
      say(await factChecks(facts));
      if (burst) say(await selfTest(api, facts.facts));
    });
  } catch (error) {
    if (!(error instanceof DownpourError)) throw error;
    say([refusedCheck(error)]);
  }
}

const adviceByCode: Readonly<Record<string, string>> = {
  FORBIDDEN: "use an administrator's key",
  SCOPE_MISSING: "use an administrator's key",
  UNAUTHORIZED: 'set DOWNPOUR_API_KEY to a key of this deployment',
  NOT_THROUGH_FIREWALL: 'set DOWNPOUR_URL to the address that the deployment printed',
  API_UNREACHABLE: 'check that DOWNPOUR_URL is right and that the deployment exists',
};

/**
 * The check of a deployment that has rejected the request or did not answer. Most messages end with the next
 * step.
 */
export function refusedCheck({ code, message }: DownpourError): Check {
  const [
    ,
    says = message,
    step = 'read the log of the function api/doctor; if the deployment has no such function, deploy again',
  ] = /^([^;]*); (.*)$/s.exec(message) ?? [];
  return failed('deployment', says, adviceByCode[code] ?? step);
}

async function factsOf(api: Api) {
  // The first call may wait for a function to start. The clocks are therefore compared with the second call.
  await api.doctor();
  const sentAt = Date.now();
  const facts = await api.doctor();
  return { facts, times: { sentAt, answeredAt: Date.now() } };
}

async function factChecks({ facts, times }: Awaited<ReturnType<typeof factsOf>>): Promise<readonly Check[]> {
  const { deploymentChecks } = await import('../doctor/deployment-checks.ts');
  return deploymentChecks(facts, times, version());
}

/**
 * The longest time of the self-test in milliseconds. A cold deployment starts its functions one after the
 * other. A longer test shows a fault.
 */
const selfTestMsMax = 90_000;

/** Runs a burst of the deployment against itself. `now` is a time of the deployment's clock. */
async function selfTest(api: Api, { now, place }: DeploymentFacts): Promise<readonly Check[]> {
  const [{ follow }, { burstChecks }, { calibrationCheck }] = await Promise.all([
    import('../burst/follow.ts'),
    import('../doctor/burst-checks.ts'),
    import('../doctor/deployment-checks.ts'),
  ]);
  const begun = performance.now();
  const id = await api.startDoctorBurst();
  const leave = AbortSignal.timeout(selfTestMsMax);
  let last: BurstStatus = { id, benchmark: 'doctor', state: 'planning', phases: [] };
  for await (const status of follow(api, id, leave)) last = status;
  const ended = isFinal(last.state);
  if (!ended) await api.stopBurst(id);
  const run =
    last.runId === undefined ? undefined : (JSON.parse(await api.runText(last.runId)) as RunDocument);
  const course = { place, tookMs: performance.now() - begun, ended, data: api.data };
  const checks = burstChecks(last, run, course);
  return run === undefined ? checks : [...checks, calibrationCheck(await api.doctor(), now)];
}
