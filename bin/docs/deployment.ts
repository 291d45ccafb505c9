import { reservedFor } from '../../lib/cloud/options/reserved-concurrency.ts';
import { type Option, options } from '../../lib/cloud/options/table.ts';
import { planning } from '../../lib/driver/planning/limits.ts';
import { exactly } from '../../lib/report/units.ts';
import { keyLimitNames } from '../../lib/results/identity/burst-limits.ts';
import { code, table } from '../generate/markdown.ts';
import { filledPage } from './blocks.ts';

/** The page docs/deployment.md. */
export const deploymentPage = (): string =>
  filledPage('deployment.md', {
    options: table(
      ['option', 'without it', 'what it does', 'example'],
      Object.entries(options).map(([name, option]) => optionRow(name, option)),
    ),
    concurrency: table(
      [
        'the account has',
        'for drives, at most',
        'to start, stop and merge bursts',
        'left for other functions',
      ],
      [10, 150, 300, 1_000, 3_000, 10_000].map(concurrencyRow),
    ),
    controlAtOnce: String(planning.controlAtOnce),
    keyLimitNames: keyLimitNames.map(code).join(', '),
  });

function concurrencyRow(concurrency: number): readonly string[] {
  const { drives, control, sum } = reservedFor({ concurrency });
  return [concurrency, drives, control, concurrency - sum].map(exactly);
}

function optionRow(name: string, { meaning, example, otherwise, fallback }: Option): readonly string[] {
  const isValue = fallback !== undefined || /^[\w.]+$/.test(otherwise);
  return [code(name), isValue ? code(otherwise) : otherwise, meaning, code(example)];
}
