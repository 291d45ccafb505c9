import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentCacheLimits } from '../../functions/api/documents/limits.ts';
import { apiTimeoutS, workTimeoutS } from '../../lib/facts/timeouts.ts';
import { invocationBytesMax } from '../../lib/facts/transfer-limits.ts';
import { scanLimits } from '../../lib/results/json/limits.ts';
import { limits } from '../../lib/results/limits.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { indexLimits } from '../../lib/results/run-index/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';

/** Relations between the limits of the repository, and between them and the limits of AWS. */

const relations: readonly (readonly [rule: string, holds: boolean])[] = [
  ['a pattern fits into an expression', queryLimits.patternLengthMax <= queryLimits.expressionLengthMax],
  ['nesting fits into an expression', queryLimits.nestingMax < queryLimits.expressionNodesMax],
  [
    'an expression of bare nodes fits into its text',
    queryLimits.expressionNodesMax <= queryLimits.expressionLengthMax,
  ],
  ['every result costs at least a step', queryLimits.resultsMax <= queryLimits.evaluationStepsMax],
  [
    'at 100 ns, the steps of a query end within the time for a large document',
    queryLimits.evaluationStepsMax * 100e-6 <= queryLimits.largeEvaluationMs,
  ],
  ['a test name fits into a table key', limits.testNameLengthMax * 3 <= 1024],
  ['a query ends before the API gives up', queryLimits.evaluationMs * 2 <= apiTimeoutS * 1e3],
  ['a search is longer than one of its queries', queryLimits.evaluationMs < searchLimits.searchMs],
  [
    'after a search there is time for the page under way',
    searchLimits.searchMs + queryLimits.evaluationMs < apiTimeoutS * 1e3,
  ],
  ['what is indexed can be queried', indexLimits.depthMax <= queryLimits.documentDepthMax],
  [
    'a text of 10,000 characters meets any pattern within the time of a query',
    queryLimits.patternInstructionsMax * 60e-6 * 10_000 <= queryLimits.evaluationMs,
  ],
  ['the names that are watched take 16 MiB', scanLimits.watchedNamesMax * 32 <= 16 * 1024 ** 2],
  [
    'an upload that is searched fits into a page',
    uploadLimits.uploadBytesMax <= searchLimits.searchPageBytes,
  ],
  [
    'what does not fit into a request comes in parts',
    uploadLimits.uploadBytesMax <= uploadLimits.largeUploadBytesMax,
  ],
  ['stores accept a part', uploadLimits.uploadPartBytes >= 5 * 1024 ** 2],
  [
    'the URLs of all parts fit into an answer',
    (uploadLimits.largeUploadBytesMax / uploadLimits.uploadPartBytes) * 4000 <= invocationBytesMax,
  ],
  [
    'a document is indexed within its request at a twentieth of the speed that was measured',
    uploadLimits.indexBytesMax / (170e6 / 20) < apiTimeoutS,
  ],
  [
    'the largest one is indexed by one invocation at a twentieth of it',
    uploadLimits.largeUploadBytesMax / (170e6 / 20) < workTimeoutS,
  ],
  ['a warm function keeps a dozen compiled patterns', queryLimits.patternCacheBytes >= 12 * 1024 ** 2],
  [
    'all that a warm function keeps is less than half of a gigabyte',
    queryLimits.expressionCacheBytes +
      queryLimits.patternCacheBytes +
      documentCacheLimits.indexCacheBytes +
      documentCacheLimits.documentCacheBytes +
      queryLimits.valueBytesMax <
      512 * 1024 ** 2,
  ],
];

for (const [rule, holds] of relations) test(rule, () => assert.ok(holds));
