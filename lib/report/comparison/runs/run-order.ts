import type { RunOrder, SideName } from '../comparison-data.ts';
import type { MeasuredDocument } from './measured-document.ts';

export function orderOf(
  runs: readonly { readonly side: SideName; readonly name: string; readonly document: MeasuredDocument }[],
): RunOrder {
  const sorted = runs
    .map(({ side, name, document }) => ({ side, name, startTime: document.info.startTime }))
    .sort((one, other) => one.startTime - other.startTime);
  const turns = sorted.filter(({ side }, at) => at > 0 && side !== sorted[at - 1]?.side).length;
  return { runs: sorted, interleaved: turns > 1 };
}
