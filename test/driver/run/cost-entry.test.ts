import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costing } from '../../../lib/driver/cost/limits.ts';
import { planning } from '../../../lib/driver/planning/limits.ts';
import { runDocument } from '../../../lib/driver/run/document.ts';
import { mergedOf, recordOf, t0 } from './records.ts';

function costOf(...outcomes: Parameters<typeof mergedOf>[1]) {
  const merged = mergedOf('main', outcomes);
  const phases = [{ status: 'TERMINATED' as const, t0, endedAt: t0 + 20_001, merged, verdicts: [] }];
  return runDocument(recordOf({ phases })).cost;
}

test('A run tells what its drives took, from their invocations to their ends', () => {
  const { usage, parts, dollars, leftOut } = costOf({ billedMs: 30_000 }, { billedMs: 34_000 });
  assert.equal(usage.gbSeconds, 64 * costing.driveGb);
  // Both metrics have ten requests without bodies.
  assert.equal(usage.bytesOut, 20 * costing.headBytes);
  const sum = Object.values(parts).reduce((all, part) => all + part, 0);
  assert.ok(Math.abs(sum - dollars) < 1e-12);
  assert.ok(leftOut.some((each) => /logs/.test(each)));
});

test('A drive that was lost counts as its whole segment', () => {
  const lost = costOf({ billedMs: 30_000 });
  const segmentS = (10_000 + planning.segmentOverheadMs) / 1e3;
  assert.ok(Math.abs(lost.usage.gbSeconds - (30 + segmentS) * costing.driveGb) < 1e-9);
  assert.equal(lost.usage.invocations, costOf({}, {}).usage.invocations);
});

test('On one machine nothing is charged', () => {
  assert.equal(runDocument(recordOf({ place: 'one machine' })).cost.charged, false);
  assert.equal(runDocument(recordOf({ place: 'cloud' })).cost.charged, true);
  assert.equal(runDocument(recordOf()).cost.charged, true);
});
