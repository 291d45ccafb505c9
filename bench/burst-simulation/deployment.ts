import { readFileSync } from 'node:fs';
import type { Recorder } from '../../lib/driver/statistics/recording/recorder.ts';
import type { TaskPlace } from '../../lib/functions/state-functions.ts';
import type { Definition } from '../../lib/local/state-machine/interpreter/definition.ts';
import { loadDefinition } from '../../lib/local/state-machine/interpreter/load.ts';
import { environment } from '../../lib/names/environment.ts';
import type { Deployed, Handler } from './aws/lambda.ts';
import type { Scenario } from './scenario.ts';
import { root } from './time/redirects.ts';

/** The parts that a stack deploys: functions with their sizes, and definitions of its machines. */
export type Deployment = {
  readonly functions: readonly Deployed[];
  readonly definition: Definition;
  /** The state machine that stops a burst without a function. */
  readonly stopDefinition: Definition;
  readonly newRecorder: () => Recorder;
};

export const machineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:downpour-burst';

/** The environment of functions as a stack sets it, so that they behave as on Lambda. */
export function setEnvironment({ segmentMsMax }: Scenario): void {
  Object.assign(process.env, {
    [environment.runsBucket]: 'runs',
    [environment.identityTable]: 'identity',
    [environment.repositoryTable]: 'repository',
    [environment.burstsTable]: 'bursts',
    [environment.stateMachineArn]: machineArn,
    [environment.service]: 'Downpour',
    [environment.targets]: 'target.example',
    [environment.fargateTasks]: '10000',
    [environment.ceilings]: 'shardsMax=10000,usersPerSecMax=100000000,dollarsMax=100000',
    ...(segmentMsMax === undefined ? {} : { [environment.segmentMsMax]: String(segmentMsMax) }),
    AWS_LAMBDA_RUNTIME_API: 'simulated',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'simulated',
    AWS_SECRET_ACCESS_KEY: 'simulated',
  });
}

const simulated = /^(driver\/|api\/(burst-|first-key))/;

/** Loads the real handlers after the clock, timers and randomness have become virtual. */
export async function deploy(): Promise<Deployment> {
  const { functions: list } = await import('../../lib/functions.ts');
  const functions: Deployed[] = [];
  for (const spec of list) {
    if (!simulated.test(spec.name)) continue;
    const { handler } = (await import(new URL(`functions/${spec.name}.ts`, root).href)) as {
      handler: Handler;
    };
    const { name, memoryMb, timeoutS, reserved } = spec as typeof spec & { reserved?: number };
    functions.push({ name, memoryMb, timeoutS, reserved, handler });
  }
  await rememberHistograms();
  const { burstStates } = await import('../../lib/functions/state-functions.ts');
  const statistics = await import('../../lib/driver/statistics/recording/recorder.ts');
  const textOf = (name: string): string => readFileSync(new URL(`functions/driver/${name}`, root), 'utf8');
  return {
    functions,
    definition: loadDefinition(textOf('burst.asl.json'), { ...taskPlace, ...burstStates }),
    stopDefinition: loadDefinition(textOf('stop.asl.json'), {
      burstsTable: 'bursts',
      burstMachine: machineArn,
    }),
    newRecorder: () => new statistics.Recorder(),
  };
}

const taskPlace = {
  taskCluster: 'simulated',
  taskDefinition: 'drive',
  taskSubnets: 'simulated',
  taskSecurityGroups: 'simulated',
} satisfies Record<TaskPlace, string>;

/**
 * Thousands of drives report the same few histograms. Each is decoded once and shared, because no function
 * changes it.
 */
async function rememberHistograms(): Promise<void> {
  const { Histogram } = await import('../../lib/driver/statistics/histograms/histogram.ts');
  const decode = Histogram.decode.bind(Histogram);
  const known = new Map<Parameters<typeof decode>[0], ReturnType<typeof decode>>();
  Histogram.decode = (text) => {
    const histogram = known.get(text) ?? decode(text);
    known.set(text, histogram);
    return histogram;
  };
}
