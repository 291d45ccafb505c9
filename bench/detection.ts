/**
 * How often does a stable series show a change, and after how many runs is a real change found?
 *
 * The program compares three methods with the same series: the change points of Downpour (defaults), Apache
 * Otava (its defaults: window 50, p 0.001) and the relative difference of means (the two default settings of
 * a variable). All series have a mean of 100 and a standard deviation of about 5. The column "Ever" is for
 * series that grow from 10 runs to 100 and are checked after each run. The delay counts the runs of the new
 * level from its first run; 50 runs precede it. A change counts as found when its place is at most 3 runs
 * from the real place.
 *
 *     OTAVA_PYTHON=<a Python that has apache-otava 0.8.0> node bench/detection.ts [series of each kind = 300]
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { changePoints } from '../lib/detection/change-points/change-points.ts';
import { detect } from '../lib/detection/detect.ts';
import { defaultModels } from '../lib/detection/models.ts';
import { normalFrom, randomFrom } from './detection/series.ts';
import { machine, table } from './table.ts';

type SeriesQuery = { readonly values: readonly number[]; readonly lengths: readonly number[] };
/** The places of changes at each length of a series. */
type Answers = readonly (readonly (readonly number[])[])[];

const times = Number(process.argv[2] ?? 300);
const python = process.env.OTAVA_PYTHON;
const random = randomFrom(1_922);
const normal = () => normalFrom(random);

const contenders: Readonly<Record<string, (queries: readonly SeriesQuery[]) => Answers>> = {
  ours: each((values) => changePoints(values).map(({ at }) => at)),
  ...(python && { Otava: otavaPlaces }),
  'relative difference': each((values) => detect(values, defaultModels).map(({ at }) => at)),
};

const stable: Readonly<Record<string, (n: number) => number[]>> = {
  normal: (n) => Array.from({ length: n }, () => 100 + 5 * normal()),
  lognormal: (n) => Array.from({ length: n }, () => 100 * Math.exp(0.05 * normal())),
  'heavy tails (Student, 3)': (n) => Array.from({ length: n }, () => 100 + 3 * student()),
  'whole numbers of 5 values': (n) => Array.from({ length: n }, () => 100 + 5 * Math.round(normal())),
  'two modes, the second in 10 %': (n) =>
    Array.from({ length: n }, () => 100 + 2 * normal() + (random() < 0.1 ? 15 : 0)),
  'autocorrelation of 0.3': (n) => alike(n, 0.3),
  'autocorrelation of 0.6': (n) => alike(n, 0.6),
  'a drift of two standard deviations': (n) =>
    Array.from({ length: n }, (_, at) => 100 + (10 * at) / n + 5 * normal()),
  'the last value is an outlier': (n) =>
    Array.from({ length: n }, (_, at) => (at === n - 1 ? 140 : 100 + 5 * normal())),
};

console.log(`${machine()}; ${times} series of each kind\n`);
console.log(table(['stable series of 100 runs', ...headOf('%'), ...headOf('ever %')], stableRows()));
console.log('');
console.log(
  table(
    ['a step after 50 runs', ...headOf('median delay'), ...headOf('found within 20 runs, %')],
    stepRows(),
  ),
);
console.log(`\n10,000 runs with one step: ${timeOfTenThousand()} ms`);

function stableRows(): readonly (readonly string[])[] {
  const growing = Array.from({ length: 31 }, (_, n) => 10 + 3 * n);
  return Object.entries(stable).map(([kind, series]) => {
    const whole = Array.from({ length: times }, () => ({ values: series(100), lengths: [100] }));
    const grown = kind.startsWith('the last')
      ? []
      : Array.from({ length: times / 5 }, () => ({ values: series(100), lengths: growing }));
    return [kind, ...flagged(whole), ...(grown.length > 0 ? flagged(grown) : headOf('').map(() => '-'))];
  });
}

function flagged(queries: readonly SeriesQuery[]): readonly string[] {
  return Object.values(contenders).map((contender) => {
    const hits = contender(queries).filter((lengths) => lengths.some((places) => places.length > 0));
    return ((100 * hits.length) / queries.length).toFixed(1);
  });
}

function stepRows(): readonly (readonly string[])[] {
  const lengths = Array.from({ length: 20 }, (_, n) => 51 + n);
  return [1, 2, 3, 5].map((deviations) => {
    const values = () =>
      Array.from({ length: 70 }, (_, at) => 100 + 5 * (normal() + (at < 50 ? 0 : deviations)));
    const queries = Array.from({ length: times / 3 }, () => ({ values: values(), lengths }));
    const delays = Object.values(contenders).map((contender) =>
      contender(queries).map((answers) => {
        const first = answers.findIndex((places) => places.some((at) => Math.abs(at - 50) <= 3));
        return first < 0 ? Number.POSITIVE_INFINITY : first + 1;
      }),
    );
    return [
      `of ${deviations} standard deviations (${5 * deviations} %)`,
      ...delays.map((list) => shownDelay([...list].sort((a, b) => a - b)[list.length >> 1] ?? 0)),
      ...delays.map((list) => ((100 * list.filter(Number.isFinite).length) / list.length).toFixed(0)),
    ];
  });
}

function shownDelay(runs: number): string {
  return Number.isFinite(runs) ? String(runs) : '> 20';
}

function timeOfTenThousand(): string {
  const values = Float64Array.from({ length: 10_000 }, (_, at) => 100 + 5 * normal() + (at < 5_000 ? 0 : 5));
  const begun = performance.now();
  changePoints(values);
  return (performance.now() - begun).toFixed(0);
}

function headOf(what: string): readonly string[] {
  return Object.keys(contenders).map((name) => `${name}, ${what}`);
}

function each(places: (values: Float64Array) => readonly number[]) {
  return (queries: readonly SeriesQuery[]): Answers =>
    queries.map(({ values, lengths }) => lengths.map((n) => places(Float64Array.from(values.slice(0, n)))));
}

function otavaPlaces(queries: readonly SeriesQuery[]): Answers {
  const script = fileURLToPath(new URL('detection/ask_otava.py', import.meta.url));
  const options = { input: JSON.stringify(queries), maxBuffer: 1e9 };
  return JSON.parse(execFileSync(python ?? '', [script], options).toString()) as Answers;
}

function student(): number {
  const squares = normal() ** 2 + normal() ** 2 + normal() ** 2;
  return normal() / Math.sqrt(squares / 3);
}

function alike(n: number, correlation: number): number[] {
  let value = normal();
  return Array.from({ length: n }, () => {
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * normal();
    return 100 + 5 * value;
  });
}
