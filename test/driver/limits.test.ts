import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMarginMs } from '../../lib/driver/conducting/instants.ts';
import { conducting } from '../../lib/driver/conducting/limits.ts';
import { startRounds } from '../../lib/driver/cost/limits.ts';
import { reading } from '../../lib/driver/document/limits.ts';
import { driving } from '../../lib/driver/driving/limits.ts';
import { connecting } from '../../lib/driver/http/limits.ts';
import { defaultCeilings, planning } from '../../lib/driver/planning/limits.ts';
import { pacing } from '../../lib/driver/planning/pacing/limits.ts';
import { suspecting } from '../../lib/driver/run/limits.ts';
import { attaching } from '../../lib/driver/scenario/files/limits.ts';
import { health } from '../../lib/driver/statistics/health/limits.ts';
import { recording } from '../../lib/driver/statistics/recording/limits.ts';
import { driveTimeoutS, leadMsMax } from '../../lib/facts/timeouts.ts';
import { invocationBytesMax } from '../../lib/facts/transfer-limits.ts';

/**
 * The limits of the driver agree with each other: no part waits for an event that can no longer come, and
 * nothing lasts longer than its drive.
 */

const relations: readonly (readonly [rule: string, holds: boolean])[] = [
  [
    'a shard may open what its descriptors allow',
    defaultCeilings.connectionsShardMax === planning.descriptorsShard,
  ],
  ['a tick is shorter than the horizon', startRounds.tickMs + 5_000 <= conducting.horizonMs],
  ['the margin for cancelling is below the lead', conducting.cancelMarginMs < pacing.leadMs],
  ['drives hear of a start before they have to start', conducting.startMarginMs < pacing.leadMs],
  ['a warm drive needs no more than a cold one', pacing.warmLeadMs < pacing.leadMs],
  [
    'a drive that wakes warm has time to get ready before the last instant to decide',
    startMarginMs(1_000) + driving.heartbeatMs < pacing.warmLeadMs,
  ],
  ['a waiting drive looks several times within the lead', conducting.lookMsMax * 2 <= pacing.leadMs],
  ['the bounds of a look are in order', conducting.lookMsMin < conducting.lookMsMax],
  ['a phase waits for its drives longer than one tick', startRounds.tickMs < pacing.readyMsMax],
  [
    'a known start is held up for a shorter time than an unknown one',
    pacing.readyGraceMs < pacing.readyMsMax,
  ],
  ['a pause between two writes is far below a lead', conducting.writePauseMs * 10 <= pacing.leadMs],
  [
    'a segment and its reserve leave a minute of what a drive may take',
    planning.segmentMsMax + driving.reserveMs <= driveTimeoutS * 1e3 - 60_000,
  ],
  ['the estimate bills no more than a drive may take', planning.segmentOverheadMs <= driving.reserveMs],
  ['several heartbeats fit into the longest blindness', driving.heartbeatMs * 2 <= driving.blindMsMax],
  ['a blind drive stops before its reserve is used up', driving.blindMsMax < driving.reserveMs],
  [
    'the longest lead and segment fit into a function',
    leadMsMax + planning.segmentMsMax < planning.functionMsMax,
  ],
  ['opening takes no longer than drives wake early', connecting.reachMsMax < pacing.leadMs],
  [
    'a server is known as a plain one while it is being reached',
    connecting.greetingMsMax < connecting.reachMsMax,
  ],
  [
    'a connection is tried several times while it is being reached',
    connecting.retryPauseMs * 10 <= connecting.reachMsMax,
  ],
  [
    'sessions and their sockets fit into the descriptors of a Lambda',
    planning.descriptorsShard + 150 <= 1_024,
  ],
  ['lateness is suspect long before a stall is', health.latenessNsFloor < suspecting.stallNsMax],
  ['what is unhealthy is suspect as well', suspecting.stallNsMax <= health.unhealthyStallNs],
  [
    'late users are suspect before they are unhealthy',
    health.latenessNsFloor < health.unhealthyLatenessNsP99,
  ],
  ['what is felt is not yet unhealthy by itself', health.impactNs < health.unhealthyStallNs],
  ['what is late enough to be suspect can be felt', health.latenessNsFloor <= health.impactNs],
  ['clocks differ by less than a drive may be late', suspecting.skewMsMax < driving.graceMs],
  ['the largest file is one of the files', attaching.fileBytesMax <= attaching.filesBytesMax],
  [
    'files inside a request leave room for the rest of it',
    attaching.inlineBytesMax * (4 / 3) <= invocationBytesMax - 1024 ** 2,
  ],
  ['shards fit into one map', defaultCeilings.shardsMax <= planning.drivesPhaseMax],
  [
    'the ceiling of shards carries the ceiling of sessions',
    defaultCeilings.shardsMax * planning.descriptorsShard >= defaultCeilings.sessionsMax,
  ],
  ['what is replayed may be the whole text', reading.documentCharsMax <= reading.replayedCharsMax],
];

for (const [rule, holds] of relations) test(rule, () => assert.ok(holds));

test('the metrics of a drive take half a gigabyte in its longest segment, 4 KB a second each', () => {
  const bytes = recording.metricsMax * (planning.segmentMsMax / 1_000) * 4_000;
  assert.ok(bytes > 0.5e9 && bytes < 0.7e9, `${bytes} bytes`);
});
