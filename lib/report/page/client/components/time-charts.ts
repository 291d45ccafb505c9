import uPlot from 'uplot';
import { clockTime } from '../../number-text.ts';
import { clockTicks } from '../../scales/ticks.ts';
import { dataOf, lineOptions, paintBands } from './chart-drawing.ts';
import type { ChartSpec } from './chart-spec.ts';
import { descriptionOf, readOut, tableOfSpec } from './chart-words.ts';
import { element, folded } from './elements.ts';
import { colour, onTheme } from './theme.ts';

/** Charts with the same axis of time. They share their cursor and the selected time range. */
export class TimeCharts implements Disposable {
  #from: number;
  #to: number;
  readonly #say: (text: string) => void;
  readonly #select: (from: number, to: number, isWhole: boolean) => void;
  readonly #charts: Drawn[] = [];
  readonly #forgetTheme: () => void;
  readonly #sync = uPlot.sync('time');
  #visibleRange: readonly [number, number];

  constructor(
    [from, to]: readonly [number, number],
    say: (text: string) => void,
    select: (from: number, to: number, isWhole: boolean) => void,
  ) {
    [this.#from, this.#to, this.#say, this.#select] = [from, to, say, select];
    this.#visibleRange = [from, to];
    this.#forgetTheme = onTheme(() => {
      for (const { chart } of this.#charts) chart.redraw(false, true);
    });
  }

  /**
   * Adds a chart at the end of an element. A chart of live values can later show new values of the same
   * lines.
   */
  add(parent: HTMLElement, first: ChartSpec): ShownChart {
    let spec = first;
    const present = (): ChartSpec => spec;
    const readouts = spec.lines.map(() => element('span', { class: 'readout' }));
    const legend = spec.lines.map(({ name, colour: of, dash }, at) =>
      element('li', {}, sampleOf(of, dash), ` ${name} `, readouts[at]!),
    );
    const holder = element('div', {
      class: 'chart',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'chart',
      'aria-label': `${spec.title}. Arrow keys move along the time, shift and arrow keys select a time range, Enter shows it, Escape shows all.`,
    });
    const figure = element(
      'figure',
      {},
      element('figcaption', {}, spec.title),
      element('ul', { class: 'legend' }, ...legend),
      holder,
    );
    if (spec.key !== undefined) figure.append(spec.key);
    if (spec.lines.length > 0) figure.append(folded('As a table', () => tableOfSpec(present())));
    parent.append(figure);
    const chart = new uPlot(this.#options(present, holder, readouts), dataOf(spec), holder);
    const resized = new ResizeObserver(() => {
      if (holder.clientWidth > 0) chart.setSize({ width: holder.clientWidth, height: spec.height });
    });
    resized.observe(holder);
    this.#charts.push({ chart, holder, resized });
    this.#sync.sub(chart);
    this.#listen(holder, chart, present);
    return {
      update: (next) => {
        spec = next;
        chart.setData(dataOf(next), false);
        const [min, max] = this.#visibleRange.map((ms) => ms / 1000) as [number, number];
        chart.setScale('x', { min, max });
      },
    };
  }

  /** Changes the time that the charts cover. A selected time range stays. */
  cover(from: number, to: number): void {
    const [shownFrom, shownTo] = this.#visibleRange;
    const isWhole = shownFrom === this.#from && shownTo === this.#to;
    [this.#from, this.#to] = [from, to];
    if (isWhole) this.#visibleRange = [from, to];
  }

  /** Removes the charts inside of an element, before the element leaves the page. */
  forget(parent: HTMLElement): void {
    for (const each of this.#charts.filter(({ holder }) => parent.contains(holder))) {
      this.#sync.unsub(each.chart);
      each.resized.disconnect();
      each.chart.destroy();
      this.#charts.splice(this.#charts.indexOf(each), 1);
    }
  }

  /** Removes all charts. */
  [Symbol.dispose](): void {
    this.#forgetTheme();
    for (const { holder } of [...this.#charts]) this.forget(holder);
  }

  showAll(): void {
    this.show(this.#from, this.#to);
  }

  /** Shows a time range in all charts. Epoch milliseconds. */
  show(from: number, to: number): void {
    this.#visibleRange = [from, to];
    for (const { chart } of this.#charts) {
      chart.setScale('x', { min: from / 1000, max: to / 1000 });
      chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    }
    this.#select(from, to, from === this.#from && to === this.#to);
  }

  #options(present: () => ChartSpec, holder: HTMLElement, readouts: readonly HTMLElement[]): uPlot.Options {
    const spec = present();
    const { axis, lines } = spec;
    const rule = { stroke: () => colour('rule'), width: 1 };
    const text = {
      stroke: () => colour('muted'),
      font: '12px system-ui, sans-serif',
      ticks: { show: false },
    };
    return {
      width: Math.max(200, holder.clientWidth),
      height: spec.height,
      legend: { show: false },
      padding: [8, 8, 0, 0],
      scales: {
        x: { time: false, min: this.#visibleRange[0] / 1000, max: this.#visibleRange[1] / 1000 },
        y: {
          range: (_, __, most) => [...(axis.range ?? [0, most > 0 ? most * 1.05 : 1])] as [number, number],
        },
      },
      axes: [
        {
          ...text,
          grid: rule,
          size: 24,
          splits: (_, __, least, most) =>
            [...clockTicks(least * 1000, most * 1000, Math.max(2, holder.clientWidth / 110))].map(
              (ms) => ms / 1000,
            ),
          // A label too near to the right edge is left out, because the edge would cut it.
          values: (chart, splits) =>
            splits.map((at) => (chart.valToPos(at, 'x') > chart.width - 100 ? '' : clockTime(at * 1000))),
        },
        {
          ...text,
          grid: rule,
          size: 64,
          gap: 6,
          splits: (_, __, least, most) => [...axis.ticks(least, most)],
          values: (_, splits) => splits.map((value) => axis.format(value)),
        },
      ],
      series: [{}, ...lines.map(lineOptions)],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        sync: { key: 'time', setSeries: false },
        bind: { dblclick: () => () => null },
      },
      hooks: {
        drawClear: [(chart) => paintBands(chart, present().bands)],
        drawAxes: spec.paint === undefined ? [] : [spec.paint],
        setCursor: [(chart) => readOut(chart, present(), readouts)],
        setSelect: [
          (chart) => {
            const { left, width } = chart.select;
            if (width < 4) return;
            this.show(chart.posToVal(left, 'x') * 1000, chart.posToVal(left + width, 'x') * 1000);
          },
        ],
      },
    };
  }

  /** Handles the keys of a chart, because every chart works without a mouse. */
  #listen(holder: HTMLElement, chart: uPlot, present: () => ChartSpec): void {
    let column = -1;
    let anchor: number | undefined;
    const moveTo = (to: number, selects: boolean): void => {
      const spec = present();
      const last = spec.starts.length - 1;
      const before = Math.max(0, column);
      column = Math.min(last, Math.max(0, to));
      anchor = selects ? (anchor ?? before) : undefined;
      const middle = (spec.starts[column]! + spec.stepMs / 2) / 1000;
      const left = chart.valToPos(middle, 'x');
      (chart.setCursor as Publish)({ left, top: 10 }, true, true);
      if (anchor !== undefined) this.#mark(chart, spec, anchor, column);
      this.#say(`${clockTime(spec.starts[column]!)}: ${descriptionOf(spec, column)}`);
    };
    holder.addEventListener('dblclick', () => this.showAll());
    holder.addEventListener('keydown', (event) => {
      const spec = present();
      const steps: Readonly<Record<string, number>> = {
        ArrowLeft: -1,
        ArrowRight: 1,
        PageUp: -10,
        PageDown: 10,
      };
      const step = steps[event.key];
      const first = Math.max(
        0,
        spec.starts.findIndex((start) => start + spec.stepMs > this.#visibleRange[0]),
      );
      if (step !== undefined) moveTo(column < 0 ? first : column + step, event.shiftKey);
      else if (event.key === 'Home') moveTo(0, event.shiftKey);
      else if (event.key === 'End') moveTo(spec.starts.length - 1, event.shiftKey);
      else if (event.key === 'Enter' && anchor !== undefined) {
        const [from, to] = [Math.min(anchor, column), Math.max(anchor, column)];
        anchor = undefined;
        this.show(spec.starts[from]!, spec.starts[to]! + spec.stepMs);
      } else if (event.key === 'Escape') {
        anchor = undefined;
        this.showAll();
      } else return;
      event.preventDefault();
    });
  }

  #mark(chart: uPlot, { starts, stepMs }: ChartSpec, one: number, other: number): void {
    const left = chart.valToPos(starts[Math.min(one, other)]! / 1000, 'x');
    const right = chart.valToPos((starts[Math.max(one, other)]! + stepMs) / 1000, 'x');
    chart.setSelect({ left, top: 0, width: right - left, height: chart.over.clientHeight }, false);
  }
}

/** A chart in the page. */
export type ShownChart = {
  /** Shows other values in the chart. The lines and the axis remain. */
  readonly update: (spec: ChartSpec) => void;
};

/** A drawn chart and its element in the page. */
type Drawn = { readonly chart: uPlot; readonly holder: HTMLElement; readonly resized: ResizeObserver };

/**
 * The type of a function of uPlot. The library's types lack the last argument, which also moves the cursors
 * of the other charts.
 */
type Publish = (at: { readonly left: number; readonly top: number }, fire: boolean, publish: boolean) => void;

/** A short sample of a line with its dashes for the legend, which is then readable without colours. */
function sampleOf(of: string, dash: readonly number[] | undefined): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  for (const [name, value] of [
    ['class', 'sample'],
    ['width', '32'],
    ['height', '10'],
    ['aria-hidden', 'true'],
  ] as const) {
    svg.setAttribute(name, value);
  }
  line.setAttribute('d', 'M0 5h32');
  line.setAttribute('stroke-width', '2.5');
  if (dash !== undefined) line.setAttribute('stroke-dasharray', dash.join(' '));
  // The script sets the property directly, because a policy for styles may forbid attributes.
  line.style.stroke = `var(--${of})`;
  svg.append(line);
  return svg;
}
