import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareRuns } from '../../../lib/report/comparison/comparison.ts';
import { comparisonJson } from '../../../lib/report/comparison/comparison-json.ts';
import { defaultGates } from '../../../lib/report/comparison/gate.ts';
import { sides } from '../../report/comparison/runs.ts';

test('JSON of a comparison names the recommendation `cure`, for the whole and for each gate', () => {
  const comparison = compareRuns({ ...sides([1], [1.5]), gates: defaultGates });
  const { recommendation, gates, ...others } = comparison;
  assert.ok(recommendation !== undefined && gates.length > 0);
  const json = JSON.parse(comparisonJson(comparison));
  const expected = {
    ...others,
    cure: recommendation,
    gates: gates.map(({ recommendation: cure, ...gate }) => ({ ...gate, cure })),
  };
  assert.deepEqual(json, JSON.parse(JSON.stringify(expected)));
  assert.doesNotMatch(comparisonJson(comparison), /"recommendation"/);
});
