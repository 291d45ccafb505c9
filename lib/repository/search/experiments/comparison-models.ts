/** The result of comparing a value with a baseline, the earlier values. */
export type Comparison = {
  readonly overall: 'BETTER' | 'SAME' | 'WORSE';
  readonly experimentValue: number;
  readonly baselineValue: number;
  /** The result as a text for users. */
  readonly result: string;
};

export type ComparisonConfig = { readonly [member: string]: unknown };

/**
 * Compares a value with a baseline, the earlier values.
 * @param baseline not empty, the newest value first.
 */
type Compare = (config: ComparisonConfig, baseline: readonly number[], value: number) => Comparison;

export const comparisonModels: ReadonlyMap<string, Compare> = new Map([
  ['relativeDifference', relativeDifference],
]);

/**
 * The distance of a value from the mean of the baseline, relative to the size of the mean. For example, -20
 * is 100 % below a mean of -10. A value within the threshold counts as the same. A mean of 0 allows no
 * relative distance: any larger value is above, and any smaller value is below.
 */
function relativeDifference(
  { threshold, greaterBetter, maxBaselineDatasets }: ComparisonConfig,
  baseline: readonly number[],
  value: number,
): Comparison {
  const most = Number(maxBaselineDatasets ?? 0);
  const used = most > 0 ? baseline.slice(0, most) : baseline;
  const mean = meanOf(used);
  const difference = value === mean ? 0 : (value - mean) / Math.abs(mean);
  const bound = Number(threshold ?? 0);
  const [above, below] =
    greaterBetter === false ? (['WORSE', 'BETTER'] as const) : (['BETTER', 'WORSE'] as const);
  const overall = difference > bound ? above : difference < -bound ? below : 'SAME';
  return { overall, experimentValue: value, baselineValue: mean, result: inWords(mean, value, difference) };
}

function meanOf(values: readonly number[]): number {
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length;
  // The sum of large values can be infinite although their mean is finite. Then each value is divided before
  // the values are added.
  return Number.isFinite(mean) ? mean : values.reduce((sum, each) => sum + each / values.length, 0);
}

/**
 * Describes the distance as a percentage. A percentage of a mean of 0 or nearly 0 has no meaning, so the text
 * then has both values.
 */
function inWords(mean: number, value: number, difference: number): string {
  if (!Number.isFinite(100 * difference)) return `from ${mean} to ${value}`;
  return `${difference >= 0 ? '+' : ''}${(100 * difference).toFixed(2)}%`;
}

/** The models of comparisons with their settings, for forms of the pages. */
export const modelDescriptions = [
  {
    name: 'relativeDifference',
    title: 'Relative difference of mean',
    description: 'Compares a value with the mean of the baseline.',
    ui: [
      {
        name: 'threshold',
        title: 'Threshold',
        description: 'The smallest difference that counts, as a part of the mean: 0.1 is 10 %.',
        type: 'LOG_SLIDER',
        properties: { scale: 100, min: 1, max: 1000, discrete: false, unit: '%' },
      },
      {
        name: 'greaterBetter',
        title: 'Greater is better',
        description: 'True if a higher value is better than the baseline.',
        type: 'SWITCH',
        properties: {},
      },
      {
        name: 'maxBaselineDatasets',
        title: 'Datasets of the baseline',
        description: 'The number of newest datasets from which the mean is computed. 0 means all datasets.',
        type: 'LOG_SLIDER',
        properties: { scale: 1, min: 0, max: 1000, discrete: true, unit: '' },
      },
    ],
    defaults: { threshold: 0.1, greaterBetter: true, maxBaselineDatasets: 0 },
  },
] as const;
