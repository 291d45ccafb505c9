import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'aws-lambda';
import { handler as awaitRegions } from '../../../functions/driver/await-regions.ts';
import { handler as awaitSilence } from '../../../functions/driver/await-silence.ts';
import { handler as awaitStart } from '../../../functions/driver/await-start.ts';
import { handler as callRegions } from '../../../functions/driver/call-regions.ts';
import { handler as clean } from '../../../functions/driver/clean.ts';
import { handler as drive } from '../../../functions/driver/drive.ts';
import { handler as driveLost } from '../../../functions/driver/drive-lost.ts';
import { handler as merge } from '../../../functions/driver/merge.ts';
import { handler as mergeGroup } from '../../../functions/driver/merge-group.ts';
import { handler as phaseLost } from '../../../functions/driver/phase-lost.ts';
import { handler as plan } from '../../../functions/driver/plan.ts';
import { handler as settle } from '../../../functions/driver/settle.ts';
import type { DriveInput } from '../../../functions/driver/states/messages.ts';
import { burstStores } from '../../../functions/stores.ts';
import type { RunDocument } from '../../../lib/driver/run/document.ts';
import { createStepFunctionsEndpoint } from '../../../lib/local/state-machine/endpoint.ts';
import { Executions } from '../../../lib/local/state-machine/executions.ts';
import { StatesError } from '../../../lib/local/state-machine/interpreter/errors.ts';
import type { StateEvent } from '../../../lib/local/state-machine/interpreter/execution-scope.ts';
import type { Json } from '../../../lib/local/state-machine/interpreter/json.ts';
import { loadDefinition } from '../../../lib/local/state-machine/interpreter/load.ts';
import { environment } from '../../../lib/names/environment.ts';
import { regionDefinition } from '../../../lib/state-machine-definitions.ts';
import type { BurstRecord } from '../../../lib/store/bursts.ts';
import { openStores } from '../../../lib/store/stores.ts';
import { listening, type Scope, scratchDir } from '../../local/scratch.ts';
import { openEndpoints } from '../../store/endpoints.ts';

/**
 * All functions of the driver in this process. Their handlers and stores are the real ones, and only the
 * endpoints differ.
 */
export type Cloud = {
  readonly executions: Executions;
  /** The executions of further regions, by region. */
  readonly elsewhere: ReadonlyMap<string, Executions>;
  /** The inputs of all invocations of drives so far. */
  readonly drives: DriveInput[];
  /** The steps of the state machine so far. */
  readonly events: StateEvent[];
  /** Functions that replace others for one test, by name. */
  readonly instead: Map<string, (payload: Json) => Promise<unknown>>;
  /** Invokes a function by its placeholder in the definition, as the state machine does. */
  readonly invoke: (name: string, payload: Json) => Promise<Json>;
  /** The original function, without its replacement. */
  readonly direct: (name: string, payload: Json) => Promise<Json>;
  /** The definition of the state machine, with a name in place of each placeholder. */
  readonly definition: (named: (placeholder: string) => string) => string;
  /** Stores a burst and its document for the state Plan. */
  prepare(burst: string, document: string, body?: Preparation): Promise<void>;
  /** Runs the state machine over a prepared burst. */
  run(burst: string): Promise<{ readonly status: string; readonly output?: string; readonly cause?: string }>;
};

type Preparation = Pick<
  BurstRecord,
  'shards' | 'askedRegions' | 'machine' | 'maxErrors' | 'stopOnFailure' | 'files'
>;

export const leadMs = 600;

export const context = { getRemainingTimeInMillis: () => 900_000 } as Context;

/**
 * Opens a cloud for a test.
 * @param regions further regions in which drives run.
 */
export async function openCloud(scope: Scope, regions: readonly string[] = []): Promise<Cloud> {
  const endpoints = await openEndpoints();
  scope.after(() => endpoints.close());
  Object.assign(process.env, {
    [environment.burstsTable]: process.env[environment.identityTable],
    [environment.targets]: '127.0.0.1',
    [environment.leadMs]: String(leadMs),
    [environment.regions]: regions.join(','),
  });
  const drives: DriveInput[] = [];
  const events: StateEvent[] = [];
  const instead: Cloud['instead'] = new Map();
  const functions: Readonly<Record<string, (payload: never) => Promise<unknown>>> = {
    plan,
    awaitSilence,
    awaitStart,
    drive: (input: DriveInput) => {
      drives.push(input);
      return drive(input, context);
    },
    driveLost,
    callRegions,
    awaitRegions,
    phaseLost,
    mergeGroup,
    settle,
    merge,
    clean,
  };
  const functionNamed = (name: string) => {
    const found = functions[name];
    if (found === undefined) throw new Error(`no state is named ${name}`);
    return found;
  };
  const invokeNamed: Cloud['invoke'] = (name, payload) =>
    invoke(instead.get(name) ?? functionNamed(name), payload);
  const common = {
    name: 'burst',
    record: (_: string, event: StateEvent) => events.push(event),
    invoke: invokeNamed,
    log: assert.ifError,
  };
  const folder = scratchDir(scope);
  const text = definition((name) => name);
  const executions = new Executions({
    ...common,
    definition: loadDefinition(text),
    journal: join(folder, 'executions.jsonl'),
  });
  const elsewhere = new Map(
    regions.map((region) => {
      const location = { region, journal: join(folder, `${region}.jsonl`) };
      return [
        region,
        new Executions({ ...common, ...location, definition: loadDefinition(regionDefinition(text)) }),
      ];
    }),
  );
  for (const each of [executions, ...elsewhere.values()]) scope.after(() => each.close());
  process.env.AWS_ENDPOINT_URL_SFN = await listening(
    scope,
    createStepFunctionsEndpoint({ executions, otherRegions: [...elsewhere.values()], credentials: named() }),
  );
  process.env[environment.stateMachineArn] = executions.stateMachineArn;
  return {
    executions,
    elsewhere,
    drives,
    events,
    instead,
    definition,
    prepare,
    invoke: invokeNamed,
    direct: (name, payload) => invoke(functionNamed(name), payload),
    run: (burst) => run(executions, burst),
  };
}

const definition: Cloud['definition'] = (named) =>
  readFileSync(new URL('../../../functions/driver/burst.asl.json', import.meta.url), 'utf8').replaceAll(
    /\$\{(\w+)\}/g,
    (_, placeholder: string) => (placeholder === 'partition' ? 'aws' : named(placeholder)),
  );

const prepare: Cloud['prepare'] = async (burst, document, body = {}) => {
  const { bursts, objects } = burstStores();
  await objects.putDocument(burst, document, {});
  await bursts.create({
    id: burst,
    benchmark: burst,
    file: 'test.hf.yaml',
    seed: 7,
    user: 'ada',
    createdAt: Date.now(),
    state: 'planning',
    ...body,
  });
};

const run = async (executions: Executions, burst: string) =>
  executions.ended(executions.start(JSON.stringify({ burst }), burst).name);

/** Reads the document of a burst's run. */
export async function runOf(burst: string): Promise<RunDocument> {
  const { runId = 0 } = (await burstStores().bursts.get(burst)) ?? {};
  return JSON.parse(new TextDecoder().decode(await openStores().runs.get(runId))) as RunDocument;
}

/** Runs a function as the state machine does, which receives an error in Lambda's format. */
async function invoke(run: (payload: never) => Promise<unknown>, payload: Json): Promise<Json> {
  try {
    return ((await run(payload as never)) ?? null) as Json;
  } catch (error) {
    // Errors of the state machine itself have a name already.
    if (error instanceof StatesError) throw error;
    const { name, message } = error as Error;
    throw new StatesError(name, JSON.stringify({ errorType: name, errorMessage: message }));
  }
}

/** The credentials of the environment in the form that servers use. */
const named = () => ({ [process.env.AWS_ACCESS_KEY_ID ?? '']: process.env.AWS_SECRET_ACCESS_KEY ?? '' });
