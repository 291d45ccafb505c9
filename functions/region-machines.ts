import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  ListTagsForResourceCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { PhasePlan } from '../lib/driver/model/plan.ts';
import { turnsOf } from '../lib/driver/planning/pacing/lead-time.ts';
import { machineIn, releaseTag } from '../lib/names/region-machines.ts';
import { runsNoMore } from './burst-machine.ts';
import { log } from './log.ts';

/**
 * The state machines for the drives of other regions. Each has the same name as the state machine in the home
 * region.
 */

const opened = new Map<string, SFNClient>();

function machines(region: string): SFNClient {
  const known = opened.get(region);
  if (known !== undefined) return known;
  const client = new SFNClient({ region });
  opened.set(region, client);
  return client;
}

/** The drives of one phase in one region. */
export type RegionDrives = {
  readonly region: string;
  /** The ARN of the burst's state machine in the home region. */
  readonly machine: string;
  readonly burst: string;
  readonly phase: number;
};

const machineOf = ({ machine, region }: RegionDrives): string => machineIn(region, machine);

const nameOf = ({ burst, phase }: RegionDrives): string => `${burst}-${phase}`;

const executionOf = (drives: RegionDrives): string =>
  `${machineOf(drives).replace(':stateMachine:', ':execution:')}:${nameOf(drives)}`;

/** The input of the state `Shards`. */
export type ShardsInput = {
  readonly burst: string;
  readonly phase: number;
  readonly first: number;
  readonly shards: number;
  /** The number of drives that the Map state starts: shards x segments. */
  readonly drives: number;
  readonly segmentMs: number;
  /** The number of drives that start to prepare together. A further drive starts after each interval. */
  readonly atOnce: number;
  readonly everyMs: number;
  readonly wakeAt: number;
};

/**
 * Makes the input for the drives of a region. `beside`: the number of phases whose drives may start to
 * prepare at the same time, including this one.
 */
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

/**
 * Reads the release of the drives of a region from a tag of its state machine (lib/cloud/regions). Undefined
 * when the region does not report it, which is logged as a warning. The drives also compare their release
 * with the plan's.
 * @param machine ARN of the burst's state machine in the home region.
 */
export async function releaseIn(region: string, machine: string): Promise<string | undefined> {
  const resourceArn = machineIn(region, machine);
  const found = machines(region).send(new ListTagsForResourceCommand({ resourceArn }));
  const { tags = [] } = await found.catch((error: unknown) => {
    log.warn(`the release of the load generators in ${region} could not be read`, {}, error);
    return { tags: [] };
  });
  return tags.find(({ key }) => key === releaseTag)?.value;
}

/** Starts the execution for the drives of a region. A repeat starts nothing. */
export async function startDrives(drives: RegionDrives, input: ShardsInput): Promise<void> {
  const start = { stateMachineArn: machineOf(drives), name: nameOf(drives), input: JSON.stringify(input) };
  try {
    await machines(drives.region).send(new StartExecutionCommand(start));
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** True while at least one drive of a region runs. It also counts drives that have reported nothing. */
export async function areDriving(drives: RegionDrives): Promise<boolean> {
  try {
    const description = new DescribeExecutionCommand({ executionArn: executionOf(drives) });
    return (await machines(drives.region).send(description)).status === 'RUNNING';
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return false;
    throw error;
  }
}

/** Stops the execution of a region's drives. Functions that it has invoked end by themselves. */
export async function stopDrives(drives: RegionDrives, cause: string): Promise<void> {
  const executionArn = executionOf(drives);
  try {
    await machines(drives.region).send(
      new StopExecutionCommand({ executionArn, error: 'Downpour.Stopped', cause }),
    );
  } catch (error) {
    if (!runsNoMore(error)) throw error;
  }
}
