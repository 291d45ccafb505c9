import { existsSync, readFileSync } from 'node:fs';
import type { Recorder } from '../../lib/driver/statistics/recording/recorder.ts';
import type { TaskPlace } from '../../lib/functions/states.ts';
import type { functions as functionList } from '../../lib/functions.ts';
import type { Definition } from '../../lib/local/state-machine/interpreter/definition.ts';
import { loadDefinition } from '../../lib/local/state-machine/interpreter/load.ts';
import { environment } from '../../lib/names/environment.ts';
import type { Deployed, Handler } from './aws/lambda.ts';
import type { Scenario } from './scenario.ts';
import { fileIn } from './time/redirects.ts';

/** The parts that a stack deploys: functions of a tree with their sizes, and definitions of its machines. */
export type Deployment = {
  readonly functions: readonly Deployed[];
  readonly definition: Definition;
  /** The machine that stops a burst without any function. Earlier trees have no such machine. */
  readonly stopDefinition: Definition | undefined;
  readonly newRecorder: () => Recorder;
};

export const machineArn = 'arn:aws:states:us-east-1:000000000000:stateMachine:downpour-burst';

/** As a stack sets it, for functions that take themselves to be on Lambda. */
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

/** Loads the real handlers, after everything that they wait for has become virtual. */
export async function deploy(tree: string, { settleTimeoutS }: Scenario): Promise<Deployment> {
  const list = (await import(fileIn(tree, 'lib/functions.ts'))) as { functions: typeof functionList };
  const functions: Deployed[] = [];
  for (const spec of list.functions) {
    if (!simulated.test(spec.name)) continue;
    const { handler } = (await import(fileIn(tree, `functions/${spec.name}.ts`))) as { handler: Handler };
    const { name, memoryMb, timeoutS, reserved } = spec as typeof spec & { reserved?: number };
    const endsAfterS = name === 'driver/settle' ? (settleTimeoutS ?? timeoutS) : timeoutS;
    functions.push({ name, memoryMb, timeoutS: endsAfterS, reserved, handler });
  }
  await rememberHistograms(tree);
  const text = readFileSync(fileIn(tree, 'functions/driver/burst.asl.json'), 'utf8');
  const statistics = (await import(fileIn(tree, 'lib/driver/statistics/recording/recorder.ts'))) as {
    Recorder: new () => Recorder;
  };
  const newRecorder = (): Recorder => new statistics.Recorder();
  const stopFile = fileIn(tree, 'functions/driver/stop.asl.json');
  const stopDefinition = existsSync(stopFile)
    ? loadDefinition(readFileSync(stopFile, 'utf8'), { burstsTable: 'bursts', burstMachine: machineArn })
    : undefined;
  return {
    functions,
    definition: loadDefinition(text, { ...taskPlace, ...(await statesOf(tree)) }),
    stopDefinition,
    newRecorder,
  };
}

const taskPlace = {
  taskCluster: 'simulated',
  taskDefinition: 'drive',
  taskSubnets: 'simulated',
  taskSecurityGroups: 'simulated',
} satisfies Record<TaskPlace, string>;

/** The functions of the states. Earlier trees have them in the file of all functions. */
async function statesOf(tree: string): Promise<Readonly<Record<string, string>>> {
  const own = fileIn(tree, 'lib/functions/states.ts');
  const file = existsSync(own) ? own : fileIn(tree, 'lib/functions.ts');
  return ((await import(file)) as { burstStates: Record<string, string> }).burstStates;
}

/** Thousands of drives report the same few histograms, and no function changes a decoded histogram. */
async function rememberHistograms(tree: string): Promise<void> {
  const file = fileIn(tree, 'lib/driver/statistics/histograms/histogram.ts');
  const { Histogram } = (await import(file)) as { Histogram: { decode: (text: string) => unknown } };
  const decode = Histogram.decode.bind(Histogram);
  const known = new Map<string, unknown>();
  Histogram.decode = (text) => {
    const histogram = known.get(text) ?? decode(text);
    known.set(text, histogram);
    return histogram;
  };
}
