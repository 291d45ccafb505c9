import type uPlot from 'uplot';

/** A line of a chart. Null is a gap. */
export type ChartLine = {
  readonly name: string;
  /** Custom property of its colour. */
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly values: readonly (number | null)[];
  /** Formats a value for users. */
  readonly format: (value: number, column: number) => string;
};

export type ChartSpec = {
  readonly title: string;
  readonly height: number;
  /** Beginning of each column, epoch milliseconds. All columns have the same width. */
  readonly starts: readonly number[];
  readonly stepMs: number;
  readonly lines: readonly ChartLine[];
  readonly axis: {
    /** Smallest and largest value of the axis; absent: from 0 to the largest value. */
    readonly range?: readonly [number, number];
    readonly ticks: (least: number, most: number) => readonly number[];
    readonly format: (value: number) => string;
  };
  /** Draws below the lines, on the canvas of the chart. */
  readonly paint?: (chart: uPlot) => void;
  /** Explains colours, below the chart. */
  readonly key?: HTMLElement;
  /** The text for a screen reader about a column, after its time. */
  readonly description?: (column: number) => string;
  /** Time ranges that are shaded in all charts. */
  readonly bands: readonly ChartBand[];
};

export type ChartBand = {
  readonly from: number;
  readonly to: number;
  readonly look: 'start' | 'warmup' | 'broken' | 'unhealthy';
};
