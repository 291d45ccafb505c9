import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { PhasePlan } from '../lib/driver/model/plan.ts';
import { turnsOf } from '../lib/driver/planning/pacing/pace.ts';

/** The state machines that carry the drives of other regions. Each has the name of the one at home. */

const opened = new Map<string, SFNClient>();

function machines(region: string): SFNClient {
  const known = opened.get(region);
  if (known !== undefined) return known;
  const client = new SFNClient({ region });
  opened.set(region, client);
  return client;
}

/** Drives of one phase in one region. */
export type RegionDrives = {
  readonly region: string;
  /** ARN of the state machine of the burst, at home. */
  readonly machine: string;
  readonly burst: string;
  readonly phase: number;
};

/** `arn:aws:states:eu-central-1:…` is `arn:aws:states:us-east-1:…` there. */
function machineOf({ machine, region }: RegionDrives): string {
  const parts = machine.split(':');
  return parts.with(3, region).join(':');
}

const nameOf = ({ burst, phase }: RegionDrives): string => `${burst}-${phase}`;

const executionOf = (drives: RegionDrives): string =>
  `${machineOf(drives).replace(':stateMachine:', ':execution:')}:${nameOf(drives)}`;

/** What the state `Shards` of the definition reads. */
export type ShardsInput = {
  readonly burst: string;
  readonly phase: number;
  readonly first: number;
  readonly shards: number;
  /** shards x segments. */
  readonly drives: number;
  readonly segmentMs: number;
  /** So many wake together, and one more each time after that. */
  readonly atOnce: number;
  readonly everyMs: number;
  readonly wakeAt: number;
};

/** `beside`: phases that may wake at the same time, this one among them. */
export function shardsInput(
  { burst, phase }: Pick<RegionDrives, 'burst' | 'phase'>,
  { first, shards }: Pick<ShardsInput, 'first' | 'shards'>,
  { segments, beside }: Pick<PhasePlan, 'segments'> & { readonly beside: number },
  wakeAt: number,
): ShardsInput {
  const { atOnce = shards, everyMs = 0 } = turnsOf({ drives: shards * beside }, beside) ?? {};
  const segmentMs = segments[0]?.endMs ?? 0;
  return {
    burst,
    phase,
    first,
    shards,
    drives: shards * segments.length,
    segmentMs,
    atOnce,
    everyMs,
    wakeAt,
  };
}

/** Starts them, once. */
export async function startDrives(drives: RegionDrives, input: ShardsInput): Promise<void> {
  const start = { stateMachineArn: machineOf(drives), name: nameOf(drives), input: JSON.stringify(input) };
  try {
    await machines(drives.region).send(new StartExecutionCommand(start));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** True until all of them have ended, also those that said nothing. */
export async function areDriving(drives: RegionDrives): Promise<boolean> {
  try {
    const description = new DescribeExecutionCommand({ executionArn: executionOf(drives) });
    return (await machines(drives.region).send(description)).status === 'RUNNING';
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return false;
    throw error;
  }
}

/** Ends the execution that waits for them; functions that it has invoked end by themselves. */
export async function stopDrives(drives: RegionDrives, cause: string): Promise<void> {
  const executionArn = executionOf(drives);
  try {
    await machines(drives.region).send(
      new StopExecutionCommand({ executionArn, error: 'Downpour.Stopped', cause }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionDoesNotExist)) throw error;
  }
}
