import { Calls } from './aws/calls.ts';
import { connect } from './aws/clients.ts';
import { Dynamo } from './aws/dynamo.ts';
import { Fargate } from './aws/fargate.ts';
import { Lambda } from './aws/lambda.ts';
import { Meters } from './aws/meters.ts';
import { Objects } from './aws/s3.ts';
import { runBurst } from './burst.ts';
import { deploy, setEnvironment } from './deployment.ts';
import { giveMachine } from './drive/machine-of-drives.ts';
import { Machines } from './machine/machines.ts';
import { StepService } from './machine/service.ts';
import { stopMachine } from './machine/stop-machine.ts';
import { mergeCost } from './merge-cost.ts';
import { type Outcome, outcomeOf } from './outcome.ts';
import { Client } from './outside/client.ts';
import {
  childrenOf,
  concurrencyOf,
  partitionsOf,
  type Scenario,
  slownessOf,
  transitionsOf,
} from './scenario.ts';
import { Random } from './time/random.ts';
import { redirect } from './time/redirects.ts';
import { virtualise } from './time/virtual-process.ts';
import { World } from './time/world.ts';

/** Sunday, 22 November 2026, at a time that is not a whole second. */
const startsAt = Date.UTC(2026, 10, 22, 12, 0, 0, 137);

/**
 * Simulates one burst: the real handlers, stores, planner and conductor run in virtual time against simulated
 * services. A process can do this once.
 */
export async function simulate(scenario: Scenario): Promise<Outcome> {
  const { latency, failures, quota } = scenario;
  const random = new Random(scenario.seed);
  const world = new World(startsAt);
  const meters = new Meters();
  const mood = { chaos: 0 };
  const settings = { latency, failures, quota, mood };
  quieten(meters);
  virtualise(world, random.stream('process'));
  redirect();
  setEnvironment(scenario);
  const { functions, definition, stopDefinition, newRecorder } = await deploy();
  giveMachine({ world, random: random.stream('drives'), latency, newRecorder });
  const calls = new Calls(world, random.stream('calls'), meters);
  const objects = new Objects(
    world,
    random.stream('s3'),
    calls,
    meters,
    settings,
    mergeCost(world, scenario),
  );
  const dynamo = new Dynamo(world, random.stream('dynamo'), calls, meters, {
    ...settings,
    partitions: partitionsOf(scenario),
  });
  const concurrency = concurrencyOf(scenario);
  const account = { ...settings, concurrency, slowness: slownessOf(scenario) };
  const lambda = new Lambda(world, random.stream('lambda'), meters, account, functions);
  const transitions = transitionsOf(scenario);
  const service = new StepService(
    world,
    random.stream('steps'),
    meters,
    { ...settings, transitions, children: childrenOf(scenario) },
    (name, payload) => lambda.invoke(name, payload),
  );
  const driveHandler = functions.find(({ name }) => name === 'driver/drive')?.handler;
  if (driveHandler === undefined) throw new Error('there is no function driver/drive');
  const { killsTaskAfterMs } = scenario;
  const fargate = new Fargate(
    world,
    random.stream('fargate'),
    meters,
    { ...settings, killsTaskAfterMs },
    service.tokens,
    driveHandler,
  );
  service.call = (_, parameters) => fargate.run(parameters);
  const machines = new Machines(definition, service);
  connect(dynamo, objects, machines, calls, random.stream('sdk'), { ...settings, concurrency });
  // The express machine has a price by time, and its transitions have no quota.
  const express = { ...settings, transitions: { burst: Infinity, perSecond: 1 } };
  const stopSteps = new StepService(world, random.stream('stop'), new Meters(), express, (name) =>
    Promise.reject(new Error(`${name} was invoked to stop a burst`)),
  );
  const stopping = stopMachine(stopDefinition, stopSteps, dynamo, machines);
  const client = new Client(world, lambda, latency, stopping);
  const observed = await world.until(
    runBurst(scenario, { world, client, machines, lambda, fargate, mood, dynamo }),
  );
  return outcomeOf(scenario, observed, meters, objects);
}

/** Counts log lines of the handlers by message and error, and prints none of them. */
function quieten(meters: Meters): void {
  const count = (text: unknown): boolean => {
    const line = String(text);
    const message = /"message":"([^"]*)"/.exec(line)?.[1];
    const error =
      /"message":"[^"]*".*"message":"([^"]*)"/.exec(line)?.[1] ?? /"error":"([^"\\]*)/.exec(line)?.[1] ?? '';
    if (/"level":"(WARN|ERROR)"/.test(line)) meters.count(`log ${message}: ${error.slice(0, 80)}`);
    return true;
  };
  Object.assign(console, { warn: count, error: count, info: count, debug: count, log: count });
  Object.assign(process.stdout, { write: count });
  Object.assign(process.stderr, { write: count });
}
