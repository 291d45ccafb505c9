import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiTimeoutS, workTimeoutS } from '../../lib/facts/timeouts.ts';
import { indexLimits, limits, scanLimits } from '../../lib/results/limits.ts';

/** The bounds of the repository fit together, and into what the platforms allow. */

const relations: readonly (readonly [rule: string, holds: boolean])[] = [
  ['a pattern fits into an expression', limits.patternLengthMax <= limits.expressionLengthMax],
  ['nesting fits into an expression', limits.nestingMax < limits.expressionNodesMax],
  ['an expression of bare nodes fits into its text', limits.expressionNodesMax <= limits.expressionLengthMax],
  ['every result costs at least a step', limits.resultsMax <= limits.evaluationStepsMax],
  ['a test name fits into a table key', limits.testNameLengthMax * 3 <= 1024],
  ['a query ends before the API gives up', limits.evaluationMs * 2 <= apiTimeoutS * 1e3],
  ['a search is longer than one of its queries', limits.evaluationMs < limits.searchMs],
  [
    'after a search there is time for the page under way',
    limits.searchMs + limits.evaluationMs < apiTimeoutS * 1e3,
  ],
  ['what is indexed can be queried', indexLimits.depthMax <= limits.documentDepthMax],
  [
    'a text of 10,000 characters meets any pattern within the time of a query',
    limits.patternInstructionsMax * 60e-6 * 10_000 <= limits.evaluationMs,
  ],
  ['the names that are watched take 16 MiB', scanLimits.watchedNamesMax * 32 <= 16 * 1024 ** 2],
  ['an upload that is searched fits into a page', limits.uploadBytesMax <= limits.searchPageBytes],
  ['what does not fit into a request comes in parts', limits.uploadBytesMax <= limits.largeUploadBytesMax],
  ['a part is one that stores take', limits.uploadPartBytes >= 5 * 1024 ** 2],
  [
    'the URLs of all parts fit into an answer',
    (limits.largeUploadBytesMax / limits.uploadPartBytes) * 4000 <= limits.replyBytesMax,
  ],
  [
    'a document is indexed within its request at a twentieth of the speed that was measured',
    limits.indexBytesMax / (170e6 / 20) < apiTimeoutS,
  ],
  [
    'the largest one is indexed by one invocation at a twentieth of it',
    limits.largeUploadBytesMax / (170e6 / 20) < workTimeoutS,
  ],
  ['a warm function keeps a dozen compiled patterns', limits.patternCacheBytes >= 12 * 1024 ** 2],
  [
    'all that a warm function keeps is less than half of a gigabyte',
    limits.expressionCacheBytes +
      limits.patternCacheBytes +
      limits.indexCacheBytes +
      limits.documentCacheBytes +
      limits.valueLengthMax <
      512 * 1024 ** 2,
  ],
];

for (const [rule, holds] of relations) test(rule, () => assert.ok(holds));
