import type { TargetedKeyboardEvent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { time as latency } from '../../../report/page/number-text.ts';
import { exactly, rate, roughly } from '../../../report/units.ts';
import { addressOf } from '../../addresses/table.ts';
import type { RunWalk } from '../../data/lists/run-list.ts';
import { countOf, type PlacedRow, rowsBetween } from '../../data/lists/run-pages.ts';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/runs.ts';
import { Sentence } from '../bidi-sentence.tsx';
import { Moment } from '../moment.tsx';
import { StateMark } from '../state-mark.tsx';
import { TestLink } from '../test-link.tsx';
import { drawnOf, movedBy, type Stretch, stretchOf } from './window.ts';

export type Side = keyof typeof words.sides;

type RunListProps = {
  readonly walk: RunWalk;
  readonly sideOf: (id: number) => Side | undefined;
  readonly mark: (id: number) => void;
  /** Called when the person wants to compare the marked runs. */
  readonly compare: () => void;
};

/** The next page is loaded when at most this many rows remain below the screen. */
const aheadRows = 40;
const rowPx = 34;

/**
 * A list of runs. A short list is a plain table for screen readers. A long list is a grid that reports the
 * number of each row: it draws only the rows on the screen, and loads further pages while a person scrolls.
 * The list is one tab stop: arrow keys move, Space marks a run, Enter opens it.
 */
export function RunList({ walk, sideOf, mark, compare }: RunListProps) {
  const { list, loading, error, stopped } = walk.state.value;
  const count = countOf(list);
  const table = useRef<HTMLTableElement>(null);
  const [active, setActive] = useState(0);
  const [wantsFocus, wantFocus] = useState(false);
  const rowHeight = useRowHeight(table, count > 0);
  const stretch = drawnOf(list, useStretch(table, rowHeight, count));
  useEffect(() => {
    walk.show(stretch.from, stretch.to);
    if (count > 0 && stretch.to + aheadRows >= count && !loading && !stopped && error === undefined)
      walk.more();
  }, [walk, stretch.from, stretch.to, count, loading]);
  const drawn = rowsBetween(list, stretch.from, stretch.to);
  useLayoutEffect(() => {
    if (!wantsFocus) return;
    const link = table.current?.querySelector<HTMLElement>(`tr[data-at="${active}"] a`);
    if (!link) return;
    link.focus({ preventScroll: true });
    link.closest('tr')?.scrollIntoView({ block: 'nearest' });
    wantFocus(false);
  });

  function onKeyDown(event: TargetedKeyboardEvent<HTMLTableElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor(innerHeight / rowHeight) - 3);
    const to = movedBy(event.key, active, count, page);
    const run = drawn.find(({ at }) => at === active)?.run;
    if (to !== undefined) {
      setActive(to);
      wantFocus(true);
      if (to < stretch.from || to >= stretch.to) scrollToRow(table.current, to, rowHeight);
    } else if (event.key === ' ' && run !== undefined) mark(run.id);
    else if (event.key === 'c') compare();
    else return;
    event.preventDefault();
  }

  const most = Math.max(1, ...drawn.map(({ run }) => run.outcome?.latencyNsP99 ?? 0));
  const isWindow = !stretch.isWhole;
  const isDrawn = drawn.some(({ at }) => at === active);
  const tabStop = isDrawn ? active : drawn[0]?.at;
  return (
    <table
      ref={table}
      class="runs"
      aria-label={screenNames.runs}
      role={isWindow ? 'grid' : undefined}
      aria-rowcount={isWindow ? (list.next === undefined ? count + 1 : (list.total ?? -2) + 1) : undefined}
      aria-describedby="run-keys"
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => {
        const at = (target as Element).closest('tr')?.dataset.at;
        if (at !== undefined) setActive(Number(at));
      }}
    >
      <Head />
      <tbody
        style={{
          '--above': `${stretch.from * rowHeight}px`,
          '--below': `${Math.max(0, count - stretch.to) * rowHeight}px`,
        }}
      >
        {drawn.map((placed) => (
          <Row
            key={placed.run.id}
            placed={placed}
            isWindow={isWindow}
            isTabStop={placed.at === tabStop}
            most={most}
            side={sideOf(placed.run.id)}
            mark={mark}
          />
        ))}
      </tbody>
    </table>
  );
}

const numbers = new Set(['requests', 'rate']);

function Head() {
  return (
    <thead>
      <tr>
        {Object.entries(words.columns).map(([name, word]) => (
          <th key={name} scope="col" class={`${name}${numbers.has(name) ? ' number' : ''}`}>
            {word}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps = {
  readonly placed: PlacedRow;
  readonly isWindow: boolean;
  readonly isTabStop: boolean;
  /** The highest p99 of the rows on the screen, in nanoseconds. Bars are drawn in proportion to it. */
  readonly most: number;
  readonly side: Side | undefined;
  readonly mark: (id: number) => void;
};

function Row({ placed: { at, run }, isWindow, isTabStop, most, side, mark }: RowProps) {
  const { outcome, id } = run;
  const about = run.description ?? outcome?.reason;
  return (
    <tr data-at={at} aria-rowindex={isWindow ? at + 2 : undefined} class={side}>
      <td class="run">
        <a href={addressOf('run', { id })} tabIndex={isTabStop ? 0 : -1} aria-label={words.runLink(id)}>
          {id}
        </a>
        <button
          type="button"
          class="mark"
          tabIndex={-1}
          aria-label={words.mark(id, side && words.sides[side])}
          onClick={() => mark(id)}
        >
          {side === undefined ? '' : words.sides[side]}
        </button>
      </td>
      <td class="state">
        {outcome === undefined ? (
          <span class="quiet word">{words.noOutcome()}</span>
        ) : (
          <StateMark state={outcome.state} />
        )}
      </td>
      <td class="test">
        <TestLink run={run} tabIndex={-1} />
      </td>
      <td class="requests number" title={exactly(outcome?.requests)}>
        {outcome && roughly(outcome.requests)}
      </td>
      <td class="rate number">{outcome && rate(outcome.requestsPerSec)}</td>
      <td class="p99">
        {outcome && latency(outcome.latencyNsP99)}
        <span
          class="gauge"
          style={{ width: `${Math.round(((outcome?.latencyNsP99 ?? 0) / most) * 40)}px` }}
        />
      </td>
      <td class="start">
        <Moment ms={run.start} />
      </td>
      <td class="description" title={about}>
        <Sentence text={about ?? ''} />
      </td>
    </tr>
  );
}

/** The height of a row in pixels. It differs between narrow and wide screens. */
function useRowHeight(table: { current: HTMLTableElement | null }, hasRows: boolean): number {
  const [height, setHeight] = useState(rowPx);
  useLayoutEffect(() => {
    const measure = (): void => {
      const row = table.current?.querySelector('tr[data-at]')?.getBoundingClientRect().height ?? 0;
      if (row > 0) setHeight(row);
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [hasRows]);
  return height;
}

/** The range of rows that are visible in the window. The range changes while the window scrolls. */
function useStretch(table: { current: HTMLTableElement | null }, rowHeight: number, count: number): Stretch {
  const [stretch, setStretch] = useState<Stretch>({ from: 0, to: Math.min(count, 60) });
  useLayoutEffect(() => {
    let frame = 0;
    const measure = (): void => {
      frame = 0;
      const body = table.current?.tBodies[0]?.getBoundingClientRect();
      if (body === undefined) return;
      const next = stretchOf(-body.top, innerHeight, rowHeight, count);
      setStretch((known) => (known.from === next.from && known.to === next.to ? known : next));
    };
    const later = (): void => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', later, { passive: true });
    addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', later);
      removeEventListener('resize', later);
    };
  }, [rowHeight, count]);
  return { from: Math.min(stretch.from, count), to: Math.min(stretch.to, count) };
}

/** Scrolls to a row that is not drawn, so that it is in the middle of the window. */
function scrollToRow(table: HTMLTableElement | null, row: number, rowHeight: number): void {
  const body = table?.tBodies[0]?.getBoundingClientRect();
  if (body === undefined) return;
  scrollTo({ top: scrollY + body.top + row * rowHeight - innerHeight / 2 });
}
