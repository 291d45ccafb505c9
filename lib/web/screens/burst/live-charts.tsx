import { useEffect, useRef } from 'preact/hooks';
import type { ChartLine, ChartSpec } from '../../../report/page/client/components/chart-spec.ts';
import { type ShownChart, TimeCharts } from '../../../report/page/client/components/time-charts.ts';
import { count, perSecond, time } from '../../../report/page/number-text.ts';
import { linearTicks, wholeTicks } from '../../../report/page/scales/ticks.ts';
import * as words from '../../words/burst.ts';
import type { Column, Curve } from './curve.ts';

type Line = Pick<ChartLine, 'name' | 'colour' | 'format'> & {
  readonly dash?: readonly number[];
  readonly of: (column: Column) => number | null;
};

type Chart = {
  readonly title: string;
  readonly height: number;
  readonly format: (value: number) => string;
  readonly lines: readonly Line[];
};

const { numbers: names, charts: titles } = words;

const charts: readonly Chart[] = [
  {
    title: titles.load,
    height: 160,
    format: perSecond,
    lines: [
      { name: names.sent, colour: 'line-1', format: perSecond, of: ({ sent }) => sent },
      {
        name: names.answered,
        colour: 'line-2',
        dash: [7, 4],
        format: perSecond,
        of: ({ answered }) => answered,
      },
    ],
  },
  {
    title: titles.times,
    height: 180,
    format: time,
    lines: [
      { name: names.p50, colour: 'heat-p50', format: time, of: ({ p50 }) => p50 },
      { name: names.p99, colour: 'heat-p99', dash: [6, 3], format: time, of: ({ p99 }) => p99 },
    ],
  },
  {
    title: titles.failed,
    height: 100,
    format: perSecond,
    lines: [{ name: names.failed, colour: 'bad', format: perSecond, of: ({ failed }) => failed }],
  },
  {
    title: titles.inFlight,
    height: 100,
    format: count,
    lines: [
      {
        name: names.inFlight,
        colour: 'line-3',
        format: (value) => count(Math.round(value)),
        of: ({ inFlight }) => inFlight,
      },
    ],
  },
];

type Props = {
  readonly curve: Curve;
  /** The number of answers of the API so far. When it changes, the charts are drawn again. */
  readonly looks: number;
  /** The end of the time axis in epoch milliseconds. */
  readonly toMs: number;
};

/** The charts of a running burst since its start, drawn like those of the report. */
export function LiveCharts({ curve, looks, toMs }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef<{ readonly all: TimeCharts; readonly each: readonly ShownChart[] }>(undefined);
  const saying = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const holder = place.current;
    if (holder === null) return undefined;
    const say = (text: string): void => {
      if (saying.current !== null) saying.current.textContent = text;
    };
    const all = new TimeCharts([curve.originMs, toMs], say, () => undefined);
    shown.current = { all, each: charts.map((chart) => all.add(holder, specOf(chart, curve))) };
    return () => {
      all[Symbol.dispose]();
      holder.replaceChildren();
    };
  }, [curve]);
  useEffect(() => {
    const present = shown.current;
    if (present === undefined) return;
    present.all.cover(curve.originMs, toMs);
    for (const [index, chart] of charts.entries()) present.each[index]?.update(specOf(chart, curve));
  }, [looks, toMs]);
  return (
    <>
      <div class="report live-charts" ref={place} />
      <p class="aside" aria-live="polite" ref={saying} />
    </>
  );
}

/** The labels of an axis. Requests in flight have only whole numbers. */
const ticksOf = (format: Chart['format'], most: number): readonly number[] =>
  (format === count ? wholeTicks : linearTicks)(most, 3);

function specOf({ title, height, format, lines }: Chart, curve: Curve): ChartSpec {
  const stepMs = curve.stepS * 1_000;
  return {
    title,
    height,
    starts: curve.columns.map((_, at) => curve.originMs + at * stepMs),
    stepMs,
    bands: [],
    lines: lines.map(({ of, ...line }) => ({
      ...line,
      values: curve.columns.map((column) => (column === undefined ? null : of(column))),
    })),
    axis: { ticks: (_, most) => ticksOf(format, most), format },
  };
}
