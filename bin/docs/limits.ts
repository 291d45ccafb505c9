import { readFileSync } from 'node:fs';
import { documentCacheLimits } from '../../functions/api/documents/limits.ts';
import { clocks } from '../../functions/driver/clock/limits.ts';
import { ending } from '../../functions/driver/ending/limits.ts';
import { calibrating } from '../../functions/driver/warmup/limits.ts';
import { arrivalBounds } from '../../lib/driver/arrivals/limits.ts';
import { benchmarks } from '../../lib/driver/benchmark/limits.ts';
import { conducting } from '../../lib/driver/conducting/limits.ts';
import { costing, startRounds } from '../../lib/driver/cost/limits.ts';
import { reading } from '../../lib/driver/document/limits.ts';
import { driving } from '../../lib/driver/driving/limits.ts';
import { aborting, evaluating } from '../../lib/driver/driving/live-evaluation/limits.ts';
import { exchanges } from '../../lib/driver/http/exchange/limits.ts';
import { connecting, sending } from '../../lib/driver/http/limits.ts';
import { stores } from '../../lib/driver/http/tls/limits.ts';
import { excusing, judging } from '../../lib/driver/judging/limits.ts';
import { defaultCeilings, planning } from '../../lib/driver/planning/limits.ts';
import { pacing } from '../../lib/driver/planning/pacing/limits.ts';
import { progress } from '../../lib/driver/progress/limits.ts';
import { suspecting } from '../../lib/driver/run/limits.ts';
import { attaching } from '../../lib/driver/scenario/files/limits.ts';
import { scenarios } from '../../lib/driver/scenario/limits.ts';
import { sessions } from '../../lib/driver/session/limits.ts';
import { health } from '../../lib/driver/statistics/health/limits.ts';
import { recording } from '../../lib/driver/statistics/recording/limits.ts';
import { contentLimits } from '../../lib/repository/pipeline/content/limits.ts';
import { datasetLimits } from '../../lib/repository/pipeline/datasets/limits.ts';
import { datastoreLimits } from '../../lib/repository/pipeline/import/limits.ts';
import { labelLimits } from '../../lib/repository/pipeline/labels/limits.ts';
import { outcomeLimits } from '../../lib/repository/reading/outcomes/limits.ts';
import { recordLimits } from '../../lib/repository/records/limits.ts';
import { listLimits } from '../../lib/repository/search/limits.ts';
import { apiKeyLimits } from '../../lib/results/identity/limits.ts';
import { limits } from '../../lib/results/limits.ts';
import { queryLimits } from '../../lib/results/query/limits.ts';
import { schemaLimits } from '../../lib/results/run-index/limits.ts';
import { searchLimits } from '../../lib/results/run-search/limits.ts';
import { scriptLimits } from '../../lib/results/scripts/limits.ts';
import { uploadLimits } from '../../lib/results/upload/limits.ts';
import { validationLimits } from '../../lib/results/validation/limits.ts';
import { code, commentAbove, table } from '../generate/markdown.ts';
import { hooking } from '../hooks/limits.ts';
import { filledPage } from './blocks.ts';

/** The page docs/limits.md, with the limits for users. */
export async function limitsPage(): Promise<string> {
  return filledPage('limits.md', {
    ceilings: rows(['lib/driver/planning', defaultCeilings]),
    documents: rows(['lib/driver/document', reading]),
    files: rows(
      ['lib/driver/scenario/files', attaching],
      ['lib/driver/http/tls', stores],
      ['bin/hooks', hooking],
    ),
    planning: rows(['lib/driver/planning', planning], ['lib/driver/benchmark', benchmarks]),
    failing: rows(['lib/driver/judging', judging], ['lib/driver/driving/live-evaluation', aborting]),
    repository: rows(
      ['lib/results/query', queryLimits],
      ['lib/results/scripts', scriptLimits],
      ['lib/results/run-search', searchLimits],
      ['lib/results/upload', uploadLimits],
      ['lib/results', limits],
      ['lib/repository/records', recordLimits],
      ['lib/repository/search', listLimits],
      ['lib/repository/pipeline/datasets', datasetLimits],
      ['lib/repository/pipeline/content', contentLimits],
      ['lib/repository/pipeline/labels', labelLimits],
      ['lib/repository/pipeline/import', datastoreLimits],
      ['lib/repository/reading/outcomes', outcomeLimits],
      ['functions/api/documents', documentCacheLimits],
      ['lib/results/run-index', schemaLimits],
      ['lib/results/validation', validationLimits],
      ['lib/results/identity', apiKeyLimits],
    ),
  });
}

/** The page docs/internal-limits.md, with numbers for people who change Downpour. */
export async function internalLimitsPage(): Promise<string> {
  return filledPage('internal-limits.md', {
    trusting: rows(
      ['lib/driver/statistics/health', health],
      ['lib/driver/judging', excusing],
      ['lib/driver/run', suspecting],
    ),
    costing: rows(['lib/driver/cost', costing]),
    driver: rows(
      ['functions/driver/warmup', calibrating],
      ['lib/driver/planning/pacing', pacing],
      ['lib/driver/cost', startRounds],
      ['lib/driver/conducting', conducting],
      ['lib/driver/driving', driving],
      ['lib/driver/arrivals', arrivalBounds],
      ['lib/driver/session', sessions],
      ['lib/driver/driving/live-evaluation', evaluating],
      ['lib/driver/progress', progress],
      ['functions/driver/ending', ending],
      ['functions/driver/clock', clocks],
      ['lib/driver/http', sending],
      ['lib/driver/http', connecting],
      ['lib/driver/statistics/recording', recording],
      ['lib/driver/http/exchange', exchanges],
      ['lib/driver/scenario', scenarios],
    ),
  });
}

/** The numbers of a `limits.ts`, with the folder of the file. */
type Limits = readonly [folder: string, values: object];

/** Makes a table row for each limit. Its meaning is the comment above the number in the source. */
const rows = (...rooms: readonly Limits[]): string =>
  table(
    ['limit', 'value', 'meaning'],
    rooms.flatMap(([folder, values]) => {
      const source = readFileSync(new URL(`../../${folder}/limits.ts`, import.meta.url), 'utf8');
      return Object.entries(values).map(([name, value]) => [
        code(name),
        numeral(value),
        commentAbove(source, name),
      ]);
    }),
  );

const numeral = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('en') : code(String(value));
