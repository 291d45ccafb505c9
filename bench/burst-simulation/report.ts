import { type Constant, constants } from './constants.ts';
import { broken } from './invariants.ts';
import type { Outcome } from './outcome.ts';
import type { Scenario } from './scenario.ts';

export type Row = { readonly name: string; readonly scenario: Scenario; readonly outcome: Outcome };

type Column = { readonly head: string; readonly cell: (outcome: Outcome, scenario: Scenario) => string };

const percent = (part: number): string => `${(100 * part).toFixed(0)} %`;
const seconds = (ms: number | undefined): string => (ms === undefined ? '-' : (ms / 1e3).toFixed(1));

/** The columns of the table. Its introduction explains them. */
const columns: readonly Column[] = [
  { head: 'ended', cell: ({ state }) => state },
  {
    head: 'skew p50 / p99, ms',
    cell: ({ skewMs, arrived }) =>
      arrived === 0 ? '-' : `${skewMs.p50.toFixed(1)} / ${skewMs.p99.toFixed(1)}`,
  },
  { head: 'first byte, s', cell: ({ firstByteMs }) => seconds(firstByteMs) },
  { head: 'transitions', cell: ({ transitions }) => transitions.toLocaleString('en') },
  { head: 'history', cell: ({ history }) => String(history) },
  {
    head: 'hottest writes',
    cell: ({ hottest }) => `${percent(hottest.keyWrites.part)} (${percent(hottest.writes.part)})`,
  },
  {
    head: 'hottest reads',
    cell: ({ hottest }) => `${percent(hottest.keyReads.part)} (${percent(hottest.reads.part)})`,
  },
  { head: '$', cell: ({ dollars }) => dollars.toFixed(dollars < 1 ? 3 : 2) },
  { head: 'merge, s', cell: ({ mergePathMs }) => seconds(mergePathMs) },
  { head: 'run after, s', cell: ({ closingMs, arrived }) => (arrived === 0 ? '-' : seconds(closingMs)) },
  {
    head: 'delivered',
    cell: ({ arrived, planned }) => (planned === 0 ? '-' : `${((100 * arrived) / planned).toFixed(1)} %`),
  },
  {
    head: 'reported',
    cell: ({ reported, arrived }) =>
      reported === undefined
        ? 'no run'
        : arrived === 0
          ? '-'
          : `${((100 * reported) / arrived).toFixed(1)} %`,
  },
  { head: 'silence, s', cell: ({ stopMs }) => seconds(stopMs) },
];

function tableOf(rows: readonly Row[]): string {
  const used = columns.filter(
    ({ head, cell }) =>
      head !== 'silence, s' || rows.some(({ outcome, scenario }) => cell(outcome, scenario) !== '-'),
  );
  const lines = rows.map(({ name, scenario, outcome }) => [
    name,
    ...used.map(({ cell }) => cell(outcome, scenario)),
  ]);
  const head = ['shards x phases, account', ...used.map((column) => column.head)];
  return [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

/** Remarks without a column: the reason why a burst did not pass, and the laws that it broke. */
const remarksOf = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ name, scenario, outcome }) => {
    const why =
      outcome.state === 'passed' || outcome.state === 'stopped'
        ? []
        : [outcome.reason ?? 'no reason is given'];
    const words = [...why.map(oneLine), ...broken(outcome, scenario).map((law) => `**${law}**`)];
    return words.length === 0 ? [] : [`* ${name}: ${words.join('; ')}`];
  });

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 240);

export const meaning = [
  '* **skew**: the time between the first request of each drive of a phase and the median of these requests.',
  '* **first byte**: from the request to start to the first request at the target.',
  '* **hottest**: the largest use of a partition in one second, as a share of its limit. The first value is for a table in which each key has its own partition. The value in brackets is for the four partitions of a new table.',
  '* **merge**: the sum of the slowest invocations of each merging function, which run one after the other.',
  '* **run after**: from the last request to the end of the execution.',
  '* **delivered**: the share of the planned requests that the target saw. **reported**: the requests of the run, as a share of those that the target saw.',
].join('\n');

export function constantsTable(): string {
  const lines = Object.entries(constants).flatMap(([group, members]) =>
    Object.entries(members as Readonly<Record<string, Constant>>).map(
      ([name, { value, mark, source }]) => `| ${group}.${name} | ${value} | ${mark} | ${source} |`,
    ),
  );
  return ['| constant | value | mark | source |', '|---|---|---|---|', ...lines].join('\n');
}

export function sectionText(title: string, words: string, rows: readonly Row[]): string {
  const remarks = remarksOf(rows);
  return [
    `## ${title}`,
    '',
    words,
    '',
    tableOf(rows),
    ...(remarks.length === 0 ? [] : ['', ...remarks]),
  ].join('\n');
}
