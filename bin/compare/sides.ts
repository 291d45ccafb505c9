import type { RunDocument } from '../../lib/driver/run/document.ts';
import { DownpourError } from '../../lib/errors.ts';
import type { ComparedRun } from '../../lib/report/comparison/comparison.ts';
import type { SideName } from '../../lib/report/comparison/comparison-data.ts';
import { comparisonLimits } from '../../lib/report/comparison/limits.ts';
import type { Api } from '../api/client.ts';
import { withApi } from '../api/with-api.ts';
import type { Context } from '../cli/context.ts';
import { isRun, refuseUnlessRun } from '../query/run-number.ts';
import { isFile, type NamedRun, readNamedRuns } from '../report/named-run.ts';

/** The options of the command line that select the runs of a comparison. */
export type SideOptions = {
  readonly baseline?: readonly string[];
  readonly candidate?: readonly string[];
  /** The number of last runs of a test that form the baseline. */
  readonly last: number;
  readonly data?: string;
};

export type ReadSides = {
  readonly baseline: readonly ComparedRun<RunDocument>[];
  readonly candidate: readonly ComparedRun<RunDocument>[];
  /** Messages for people about the choice of runs. */
  readonly notes: readonly string[];
};

/**
 * Reads the runs of both sides. Two names mean the baseline and the candidate. With `--baseline`, all names
 * are candidates. A name is a run, a range of runs, a file, or several of these with commas. The baseline can
 * also be a test.
 *
 * @throws DownpourError for names that do not exist.
 */
export async function readSides(
  names: readonly string[],
  options: SideOptions,
  context: Context,
): Promise<ReadSides> {
  const written = sidesOf(names, options);
  const candidate = await itemsOf(written.candidate, 'candidate');
  const baseline = await itemsOf(written.baseline, 'baseline');
  const test = written.mayBeTest ? await testIn(written.baseline, baseline) : undefined;
  const runs = [...candidate, ...(test === undefined ? baseline : [])];
  const files = await Promise.all(runs.map((name) => isFile(name)));
  for (const item of runs.filter((_, at) => !files[at])) {
    if (/^\d+-\d+$/.test(item))
      throw wrong(`'${item}' is not a run: write ${item.replace('-', '..')} for a range of runs`);
    refuseUnlessRun(item);
  }
  const read = async (api?: Api): Promise<ReadSides> => {
    const candidates = await readNamedRuns(candidate, api);
    if (test === undefined || api === undefined)
      return { ...comparable(await readNamedRuns(baseline, api), candidates), notes: [] };
    const { ids, notes } = await runsOfTest(api, test, candidates, options.last);
    return { ...comparable(await readNamedRuns(ids, api), candidates), notes };
  };
  return test !== undefined || files.includes(false)
    ? withApi({ data: options.data }, context, read)
    : read();
}

function sidesOf(names: readonly string[], options: SideOptions) {
  const { baseline, candidate = [] } = options;
  if (baseline !== undefined) {
    const candidates = [...candidate, ...names];
    if (candidates.length === 0)
      throw wrong('the runs to compare with the baseline are missing: name their ids or files');
    return { baseline, candidate: candidates, mayBeTest: true };
  }
  const [first, second, third] = names;
  if (candidate.length > 0) {
    if (first === undefined)
      throw wrong('the runs of the baseline are missing: name their ids or files, or a test with --baseline');
    return { baseline: names, candidate, mayBeTest: false };
  }
  if (first === undefined || second === undefined || third !== undefined)
    throw wrong(
      'a comparison needs two sides: name two, such as 11..15 16..20, or one together with --baseline',
    );
  return { baseline: [first], candidate: [second], mayBeTest: false };
}

/** Splits names into items: a list becomes its parts, and a range becomes its numbers. */
async function itemsOf(names: readonly string[], side: SideName): Promise<readonly string[]> {
  const items: string[] = [];
  for (const name of names) {
    const parts = (await isFile(name)) ? [name] : name.split(',').map((part) => part.trim());
    items.push(...parts.flatMap(counted));
  }
  if (names.every((name) => name.trim() === ''))
    throw wrong(`the ${side} is an empty text: name the ids or files of its runs`);
  if (items.includes('')) throw wrong(`'${names.join(' ')}' has no run between two commas: remove one comma`);
  if (items.length > comparisonLimits.sideRunsMax)
    throw wrong(
      `a side of the comparison may have at most ${comparisonLimits.sideRunsMax} runs, found ${items.length}: name fewer runs`,
    );
  return items;
}

function counted(item: string): readonly string[] {
  const [, first, last] = /^(\d+)\.\.(\d+)$/.exec(item) ?? [];
  if (first === undefined || last === undefined) return [item];
  const length = Number(last) - Number(first) + 1;
  if (length < 1) throw wrong(`'${item}' is not a range of runs: write the smaller number first`);
  if (!(length <= comparisonLimits.sideRunsMax))
    throw wrong(
      `the range '${begun(item)}' has too many runs, a range may have at most ${comparisonLimits.sideRunsMax}: name fewer runs`,
    );
  return Array.from({ length }, (_, at) => `${Number(first) + at}`);
}

/** A text for messages. The end of a long text is left out. */
const begun = (text: string): string => (text.length <= 40 ? text : `${text.slice(0, 40)}...`);

/**
 * The name of the test, when the only name has no run and no file. The name of a test may have commas, and
 * may be that of a folder.
 */
async function testIn(
  [only, other]: readonly string[],
  items: readonly string[],
): Promise<string | undefined> {
  if (other !== undefined) return undefined;
  for (const item of items) if (isRun(item) || (await isFile(item, false))) return undefined;
  return only?.trim();
}

const judged: readonly string[] = ['passed', 'failed'];

/** Reads the last runs of a test that have a verdict, in the order of time, without the candidates. */
async function runsOfTest(api: Api, test: string, candidates: readonly NamedRun[], last: number) {
  const { runs } = await api.runsOf(test, comparisonLimits.lookedAtMax);
  const others = runs.filter(({ id }) => !candidates.some((candidate) => candidate.id === id));
  const usable = others.filter(({ outcome }) => outcome !== undefined && judged.includes(outcome.state));
  const ids = usable.slice(0, last).map(({ id }) => `${id}`);
  if (ids.length === 0) {
    const why =
      runs.length === 0
        ? 'this test has no runs; check the name, or run the test first'
        : `none of its other runs among the newest ${comparisonLimits.lookedAtMax} passed or failed; run the test once more`;
    throw new DownpourError('RUN_UNKNOWN', 404, `'${test}' cannot be the baseline: ${why}`);
  }
  const oldest = Number(ids.at(-1));
  const leftOut = others.filter((run) => !usable.includes(run) && run.id > oldest).map(({ id }) => id);
  const notes =
    leftOut.length === 0
      ? []
      : [`runs without a verdict are left out of the baseline: ${leftOut.join(', ')}`];
  return { ids: ids.reverse(), notes };
}

function comparable(baseline: readonly NamedRun[], candidate: readonly NamedRun[]) {
  const named = (runs: readonly NamedRun[]): ComparedRun<RunDocument>[] =>
    runs.map(({ name, id, run }) => ({
      name: id === undefined ? name : `run ${id}`,
      ...(id === undefined ? {} : { id }),
      document: run,
    }));
  return { baseline: named(baseline), candidate: named(candidate) };
}

const wrong = (message: string): DownpourError =>
  new DownpourError('COMPARISON_INVALID', 400, `${message}; \`downpour compare --help\` shows examples`);
