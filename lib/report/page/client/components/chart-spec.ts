import type uPlot from 'uplot';

/** A line of a chart. Null in its values is a gap. */
export type ChartLine = {
  readonly name: string;
  /** The CSS custom property that has the colour of the line. */
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly values: readonly (number | null)[];
  /** Formats a value for users. */
  readonly format: (value: number, column: number) => string;
};

export type ChartSpec = {
  readonly title: string;
  readonly height: number;
  /** The beginning of each column in epoch milliseconds. All columns have the same width. */
  readonly starts: readonly number[];
  readonly stepMs: number;
  readonly lines: readonly ChartLine[];
  readonly axis: {
    /** The smallest and largest value of the axis. Absent: from 0 to the largest value. */
    readonly range?: readonly [number, number];
    readonly ticks: (least: number, most: number) => readonly number[];
    readonly format: (value: number) => string;
  };
  /** Draws on the canvas of the chart, below the lines. */
  readonly paint?: (chart: uPlot) => void;
  /** An element below the chart with the legend of its colours. */
  readonly key?: HTMLElement;
  /** The text about a column that a screen reader reads after the time of the column. */
  readonly description?: (column: number) => string;
  /** The time ranges that are shaded in all charts. */
  readonly bands: readonly ChartBand[];
};

export type ChartBand = {
  readonly from: number;
  readonly to: number;
  readonly look: 'start' | 'warmup' | 'broken' | 'unhealthy';
};
