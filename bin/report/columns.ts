import { metricName } from '../../lib/report/metric-name.ts';
import { exactly, latency, rate } from '../../lib/report/units.ts';
import type { Paint } from '../terminal/paint.ts';
import type { Column } from '../terminal/table.ts';

/** The numbers in one row of the report: one metric in one phase. Times are in nanoseconds. */
export type ReportRow = {
  readonly phase: string;
  readonly metric: string;
  /** The name of the request, when other requests of the phase have the same metric. */
  readonly request?: string;
  readonly isWarmup: boolean;
  readonly requests: number;
  readonly responses: number;
  readonly perSec: number;
  readonly min: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p95?: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** The number of requests that ended in an error or were invalid. Each counts once. */
  readonly failed: number;
  /** The kinds of failures. Absent without failures, or when another line names them. */
  readonly troubles?: string;
  readonly latenessP99?: number;
};

type ColumnState = {
  /** True when the previous row belongs to the same phase, so that its name is not repeated. */
  readonly isRepeated: boolean;
  /** Paints the names of a row: red for a failed row, dim for a warm-up. */
  readonly name: (text: string) => string;
  readonly paint: Paint;
};

export type ReportColumn = Column & {
  /** The explanation of the column in docs/report.md. */
  readonly meaning: string;
  readonly cell: (row: ReportRow, state: ColumnState) => string;
};

/** The columns of the report, from left to right. A new number also needs a member of `ReportRow`. */
export const columns: readonly ReportColumn[] = [
  {
    title: 'phase',
    meaning: 'The phase, or `phase/fork`. A warm-up is marked. Red when the phase failed.',
    align: 'left',
    widthMax: 36,
    cell: (row, { isRepeated, name }) =>
      isRepeated ? '' : name(row.isWarmup ? `${row.phase} (warm-up)` : row.phase),
  },
  {
    title: 'metric',
    meaning:
      'The name of the request: its `metric`, else the name of its sequence. If several requests of a phase have the same name, method and path follow.',
    align: 'left',
    widthMax: 40,
    cell: (row, { name }) => name(metricName(row)),
  },
  {
    title: 'requests',
    meaning: 'Requests that were sent, and those that a cache of their user answered.',
    align: 'right',
    leavesLast: 1,
    cell: (row) => exactly(row.requests),
  },
  {
    title: 'rate',
    meaning: 'Requests per second, from the start of the phase until its last user had left.',
    align: 'right',
    leavesLast: 3,
    cell: (row) => rate(row.perSec),
  },
  {
    title: 'min',
    meaning: 'Shortest latency.',
    align: 'right',
    leaves: 6,
    cell: (row) => answered(row, row.min),
  },
  {
    title: 'mean',
    meaning: 'Mean latency. It can hide one slow answer in a hundred: look at p99.',
    align: 'right',
    leaves: 3,
    cell: (row) => answered(row, row.mean),
  },
  {
    title: 'p50',
    meaning: 'Half of the requests took at most this long.',
    align: 'right',
    leavesLast: 2,
    cell: (row) => answered(row, row.p50),
  },
  {
    title: 'p90',
    meaning: 'Nine of ten requests took at most this long.',
    align: 'right',
    leaves: 5,
    cell: (row) => answered(row, row.p90),
  },
  {
    title: 'p95',
    meaning: '95 of 100 requests took at most this long.',
    align: 'right',
    leaves: 1,
    cell: (row) => answered(row, row.p95),
  },
  {
    title: 'p99',
    meaning: '99 of 100 requests took at most this long.',
    align: 'right',
    cell: (row) => answered(row, row.p99),
  },
  {
    title: 'p99.9',
    meaning: '999 of 1,000 requests took at most this long. Below 1,000 requests it is the maximum.',
    align: 'right',
    leaves: 2,
    cell: (row) => answered(row, row.p999),
  },
  {
    title: 'max',
    meaning: 'Longest latency.',
    align: 'right',
    leavesLast: 4,
    cell: (row) => answered(row, row.max),
  },
  {
    title: 'failed',
    meaning:
      'Requests that failed (no connection, timeout) or whose answer was invalid, each counted once. The lines `! failed requests` list the kinds.',
    align: 'right',
    cell: ({ failed }, { paint }) => (failed === 0 ? '0' : paint.red(exactly(failed))),
  },
  {
    title: 'late p99',
    meaning: 'How late this machine started users, for 99 of 100 users. See [late](#late).',
    align: 'right',
    leaves: 4,
    cell: (row) => (row.requests > 0 ? latency(row.latenessP99) : '-'),
  },
];

/** A response time, or a dash when the row has no responses. */
const answered = (row: ReportRow, ns: number | undefined): string => (row.responses > 0 ? latency(ns) : '-');
