import { DownpourError } from '../../../lib/errors.ts';
import { comparisonLimits } from '../../../lib/report/comparison/limits.ts';

const { sideRunsMax } = comparisonLimits;

/**
 * Parses ids in a text such as `11..15` or `11,13`, in the order of the text.
 * @param name of the parameter, for messages.
 * @returns undefined for a text that is not a list of ids.
 * @throws DownpourError COMPARISON_INVALID (400) for a range that counts down, or for more runs than one side
 * of a comparison may have.
 */
export function runIds(name: string, text: string): readonly number[] | undefined {
  if (!/^\d{1,10}(\.\.\d{1,10})?(,\d{1,10}(\.\.\d{1,10})?)*$/.test(text)) return undefined;
  const ids = text.split(',').flatMap((part) => rangeOf(name, part));
  if (ids.length > sideRunsMax)
    throw invalid(
      `the parameter ${name} has ${ids.length} runs, and a side of the comparison may have at most ${sideRunsMax}; list fewer runs`,
    );
  return ids;
}

/** Parses a range of ids. A range that is too long is rejected before its ids are listed. */
function rangeOf(name: string, part: string): readonly number[] {
  const [first = 0, last = first] = part.split('..').map(Number);
  const length = last - first + 1;
  if (length < 1 || length > sideRunsMax)
    throw invalid(
      `the parameter ${name} has the range '${part}', but a range must have at most ${sideRunsMax} runs and begin with the smaller id`,
    );
  return Array.from({ length }, (_, at) => first + at);
}

const invalid = (message: string): DownpourError => new DownpourError('COMPARISON_INVALID', 400, message);
