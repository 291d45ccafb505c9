import type { TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { axisLabels } from '../../words/times.ts';
import { announce } from '../announce.ts';
import { isUtc } from '../moment.tsx';
import {
  type Area,
  atX,
  isLeftOf,
  labelled,
  labelledChanges,
  linesOf,
  rounded,
  type Selection,
  scaleOf,
  selected,
  xOf,
  yOf,
} from './geometry.ts';

type TrendChartProps = {
  readonly label: string;
  readonly values: readonly (number | null)[];
  readonly states: readonly (string | null)[];
  /** The instants at which the runs started, in epoch milliseconds. The horizontal axis shows them. */
  readonly starts: readonly number[];
  readonly height: number;
  readonly format: (value: number) => string;
  /** The runs at which changes were detected. `at` is the index of the run. */
  readonly changes?: readonly { readonly at: number; readonly label: string }[];
  /**
   * The index of the run with the cursor, and the selected runs. All charts of the screen have the same ones.
   */
  readonly active: number | undefined;
  readonly selection: Selection | undefined;
  readonly move: (at: number) => void;
  readonly select: (selection: Selection | undefined) => void;
  readonly open: (at: number) => void;
  /** Describes the run at an index in words, for screen readers. */
  readonly describe: (at: number) => string;
};

const leftPx = 64;
const bottomPx = 24;
const markPx = 4;

/**
 * A chart of one value of each run, in the order of time. Arrow keys move the cursor, Shift selects runs,
 * Enter opens a run.
 */
export function TrendChart(props: TrendChartProps) {
  const { label, values, states, starts, height, format, changes = [], active, selection } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const top = changes.length > 0 ? 22 : 8;
  const area: Area = { left: leftPx, top, width: width - leftPx - 8, height: height - top - bottomPx };
  const scale = scaleOf(values);
  const count = values.length;
  const pressed = useRef<number>(undefined);
  const place = (event: TargetedPointerEvent<HTMLDivElement>): number | undefined =>
    atX(event.clientX - event.currentTarget.getBoundingClientRect().left, count, area);

  function onKeyDown(event: TargetedKeyboardEvent<HTMLDivElement>): void {
    const from = active ?? count - 1;
    const to = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (to !== undefined) {
      const next = Math.min(Math.max(to, 0), count - 1);
      if (event.shiftKey) props.select(extended(selection, from, next));
      else if (selection !== undefined) props.select(undefined);
      props.move(next);
      announce(props.describe(next));
    } else if (event.key === 'Enter' && active !== undefined) props.open(active);
    else if (event.key === 'Escape') props.select(undefined);
    else return;
    event.preventDefault();
  }

  const labels = labelledChanges(changes, count, area);
  const marked = labelled(count, area);
  const marks = axisLabels(
    marked.map((at) => starts[at] ?? 0),
    isUtc(),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element means a chart with a cursor.
    <div
      ref={frame}
      class="trend"
      role="group"
      aria-roledescription="chart"
      aria-label={label}
      aria-describedby="trend-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor of the chart is moved by keys.
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerMove={(event) => {
        const at = place(event);
        if (at === undefined) return;
        props.move(at);
        if (pressed.current !== undefined && pressed.current !== at)
          props.select(selected(pressed.current, at));
      }}
      onPointerDown={(event) => {
        pressed.current = place(event);
      }}
      onPointerUp={(event) => {
        const at = place(event);
        const isClick = at !== undefined && at === pressed.current;
        pressed.current = undefined;
        if (isClick && selection !== undefined) props.select(undefined);
        else if (isClick && event.pointerType === 'mouse') props.open(at);
      }}
    >
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true">
        {scale.ticks.map((tick) => (
          <g key={tick} class="tick">
            <line
              x1={area.left}
              x2={area.left + area.width}
              y1={yOf(tick, scale, area)}
              y2={yOf(tick, scale, area)}
            />
            <text x={area.left - 8} y={yOf(tick, scale, area) + 4} text-anchor="end">
              {format(tick)}
            </text>
          </g>
        ))}
        {marked.map((at, n) => (
          <text key={at} x={xOf(at, count, area)} y={height - 6} text-anchor="middle">
            {marks[n]}
          </text>
        ))}
        {selection !== undefined && (
          <rect
            class="selection"
            x={xOf(selection.from - 0.5, count, area)}
            y={area.top}
            width={xOf(selection.to + 0.5, count, area) - xOf(selection.from - 0.5, count, area)}
            height={area.height}
          />
        )}
        {linesOf(values, scale, area).map((points) => (
          <polyline key={points} points={points} />
        ))}
        {changes.map(({ at, label: text }) => (
          <g key={`${at} ${text}`} class="change">
            <line
              x1={xOf(at - 0.5, count, area)}
              x2={xOf(at - 0.5, count, area)}
              y1={area.top}
              y2={area.top + area.height}
            />
            {labels.has(at) && (
              <text x={xOf(at - 0.5, count, area)} y={14} text-anchor={isLeftOf(at, count) ? 'end' : 'start'}>
                ◆ {text}
              </text>
            )}
          </g>
        ))}
        {values.map((value, at) =>
          value === null ? null : (
            <Mark
              key={at}
              state={states[at] ?? null}
              x={rounded(xOf(at, count, area))}
              y={rounded(yOf(value, scale, area))}
            />
          ),
        )}
        {active !== undefined && active < count && (
          <line
            class="cursor"
            x1={xOf(active, count, area)}
            x2={xOf(active, count, area)}
            y1={area.top}
            y2={area.top + area.height}
          />
        )}
      </svg>
    </div>
  );
}

/** The selection after the cursor moved with Shift. The end at which the selection began stays. */
function extended(selection: Selection | undefined, from: number, to: number): Selection {
  if (selection === undefined) return selected(from, to);
  const fixed = from === selection.from ? selection.to : selection.from;
  return selected(fixed, to);
}

/** The state of a run as a shape with a colour. */
function Mark({ state, x, y }: { readonly state: string | null; readonly x: number; readonly y: number }) {
  if (state === 'failed')
    return (
      <path
        class="bad"
        d={`M${x - markPx},${y - markPx}L${x + markPx},${y + markPx}M${x - markPx},${y + markPx}L${x + markPx},${y - markPx}`}
      />
    );
  if (state === 'inconclusive') return <circle class="doubt" cx={x} cy={y} r={markPx} />;
  if (state === 'passed') return <circle class="good" cx={x} cy={y} r={2.5} />;
  return <rect class="other" x={x - 3} y={y - 3} width={6} height={6} />;
}

/** The width of the chart in CSS pixels, which changes with the window. */
function useWidth(frame: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(800);
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const measure = (): void => setWidth(Math.max(200, Math.floor(current.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return width;
}
