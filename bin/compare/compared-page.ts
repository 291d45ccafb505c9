import { DownpourError } from '../../lib/errors.ts';
import type { Context } from '../cli/context.ts';
import { writePage } from '../report/page-file.ts';
import { readSides, type SideOptions } from './sides.ts';

export type ComparedPageOptions = Omit<SideOptions, 'candidate'> & { readonly allowDifferences?: boolean };

/**
 * Writes the report page of a run with a comparison against a baseline, by the default gates of `compare`.
 */
export async function writeComparedPage(
  name: string,
  output: string,
  options: ComparedPageOptions,
  context: Context,
): Promise<void> {
  const [{ compareRuns }, { defaultGates }, { comparedOnPage }, { curveOfOthers }] = await Promise.all([
    import('../../lib/report/comparison/comparison.ts'),
    import('../../lib/report/comparison/gate.ts'),
    import('../../lib/report/page/comparison-text.ts'),
    import('../../lib/report/page/sections/percentile-curve.ts'),
  ]);
  const { notes, baseline, candidate } = await readSides([name], options, context);
  const [candidateRun, other] = candidate;
  if (candidateRun === undefined || other !== undefined) throw severalRuns(name);
  const { err } = context;
  err.say(...notes.map((note) => err.paint.dim(note)));
  const comparison = compareRuns({
    baseline,
    candidate,
    gates: defaultGates,
    allowsDifferences: options.allowDifferences === true,
  });
  const curve = curveOfOthers(
    candidateRun.document,
    baseline.map(({ document }) => document),
  );
  const { document: run, id } = candidateRun;
  const compared = comparedOnPage(comparison, curve);
  await writePage({ run, ...(id === undefined ? {} : { id }) }, output, context, compared);
}

const severalRuns = (name: string): DownpourError =>
  new DownpourError(
    'COMPARISON_INVALID',
    400,
    `'${name}' names several runs, but a page is for one run: use downpour compare for several runs`,
  );
