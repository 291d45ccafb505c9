import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { machineRoutes } from '../../../functions/routes.ts';
import { environment as names } from '../../../names/environment.ts';
import { project } from '../../../project.ts';
import type { Invocation } from '../../function-host/host.ts';
import type { Executions } from '../executions.ts';
import { loadDefinition } from '../interpreter/load.ts';
import { callServices } from '../interpreter/service-calls.ts';
import { runSync, type SyncExecution } from './sync-executions.ts';

/**
 * The route of the HTTP API that starts the state machine for stopping bursts, and the name of that machine
 * in the gateway.
 */
export const stopRoute = { key: machineRoutes['burst-stop-by-token'], functionName: 'stop-machine' } as const;

const definitionFile = join(project, 'functions/driver/stop.asl.json');

export type StopMachine = {
  /** Runs an execution to its end. `input` is JSON text. */
  readonly run: (input: string) => Promise<SyncExecution>;
};

/**
 * Creates the state machine that stops a burst without a function. It uses the table and the executions of
 * this machine.
 */
export function stopMachine(
  environment: Readonly<Record<string, string>>,
  executions: Pick<Executions, 'start' | 'arnOf' | 'stateMachineArn'>,
): StopMachine {
  const definition = loadDefinition(readFileSync(definitionFile, 'utf8'), {
    burstsTable: environment[names.burstsTable] ?? '',
    burstMachine: executions.stateMachineArn,
  });
  const call = callServices({
    // The SDK clients are loaded at the first stop, because they take longer to load than the cloud takes to
    // start.
    async updateItem(parameters) {
      const { openItemUpdates } = await import('../../../store/item-updates.ts');
      const items = openItemUpdates(environment);
      try {
        return await items.update(parameters);
      } finally {
        items.close();
      }
    },
    startExecution: (_machine, name, input) => executions.arnOf(executions.start(input, name)),
  });
  return { run: (input) => runSync(definition, 'downpour-stop', input, call) };
}

/**
 * Runs the state machine that stops a burst, and answers like API Gateway's integration: the execution with
 * the status 200, for every outcome.
 */
export async function invokeStop(machine: StopMachine, event: unknown): Promise<Invocation> {
  const { body = '{}' } = event as { readonly body?: string };
  const reply = { statusCode: 200, headers: { 'content-type': 'application/json' } };
  return {
    payload: JSON.stringify({ ...reply, body: JSON.stringify(await machine.run(body)) }),
  } as Invocation;
}
