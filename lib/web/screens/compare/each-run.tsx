import type { Comparison, JudgedGate } from '../../../report/comparison/comparison-data.ts';
import { lineOf, valueText } from '../../../report/page/comparison-text.ts';
import { instant } from '../../../report/page/number-text.ts';
import { addressOf } from '../../addresses/table.ts';
import { Scroll } from '../../components/scroll.tsx';
import * as words from '../../words/compare.ts';
import { heightsOf } from './interval.ts';

type Placed = {
  readonly name: string;
  readonly id: number | undefined;
  readonly side: 'baseline' | 'candidate';
  readonly startTime: number;
  /** The value of the run for each gate. */
  readonly values: readonly number[];
};

/** For each limit, a figure with the value of each run in the order of time, and a table of these values. */
export function EachRun({ comparison }: { readonly comparison: Comparison }) {
  const { gates } = comparison;
  const runs = inTime(comparison);
  return (
    <section>
      <h2>{words.eachRun()}</h2>
      <div class="dots">
        {gates.map((gate, at) => (
          <Dots key={lineOf(gate).name} gate={gate} runs={runs} at={at} />
        ))}
      </div>
      <p class="legend quiet">
        <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
          <circle class="baseline" r="4" />
        </svg>{' '}
        {words.sideNames.baseline}{' '}
        <svg width="12" height="12" viewBox="-6 -6 12 12" aria-hidden="true">
          <path class="candidate" d="M0 -5L5 0L0 5L-5 0Z" />
        </svg>{' '}
        {words.sideNames.candidate}
      </p>
      <details>
        <summary>{words.asTable()}</summary>
        <Table gates={gates} runs={runs} />
      </details>
    </section>
  );
}

function inTime({ baseline, candidate, gates }: Comparison): readonly Placed[] {
  const side = (name: Placed['side'], runs: Comparison['baseline']): readonly Placed[] =>
    runs.map((run, at) => ({
      name: run.name,
      id: run.id,
      side: name,
      startTime: run.startTime,
      values: gates.map((gate) => gate[name][at] ?? Number.NaN),
    }));
  const all = [...side('baseline', baseline), ...side('candidate', candidate)];
  return all.sort((one, other) => one.startTime - other.startTime);
}

const [width, height, edge] = [420, 110, 10];

type DotsProps = { readonly gate: JudgedGate; readonly runs: readonly Placed[]; readonly at: number };

function Dots({ gate, runs, at }: DotsProps) {
  const values = runs.map((run) => run.values[at] ?? Number.NaN);
  const heights = heightsOf(values);
  const step = (width - 2 * edge) / Math.max(1, runs.length - 1);
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) =>
    valueText(gate.measure, value),
  );
  const { name } = lineOf(gate);
  return (
    <figure>
      <figcaption>
        {name} <span class="quiet">{least === most ? least : `${least} – ${most}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={words.dots(name, least ?? '', most ?? '')}
      >
        <path class="axis" d={`M0 ${height - 1}H${width}M0 1H${width}`} />
        {runs.map(({ side, name: run }, place) => {
          const [x, y] = [edge + place * step, edge + (1 - (heights[place] ?? 0)) * (height - 2 * edge)];
          return side === 'baseline' ? (
            <circle key={run} class="baseline" cx={x} cy={y} r="5" />
          ) : (
            <path key={run} class="candidate" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6Z`} />
          );
        })}
      </svg>
    </figure>
  );
}

function Table({ gates, runs }: { readonly gates: readonly JudgedGate[]; readonly runs: readonly Placed[] }) {
  return (
    <Scroll label={words.eachRun()}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.run()}</th>
            <th scope="col">{words.side()}</th>
            <th scope="col">{words.started()}</th>
            {gates.map((gate) => (
              <th scope="col" class="number" key={lineOf(gate).name}>
                {lineOf(gate).name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map(({ name, id, side, startTime, values }) => (
            <tr key={name}>
              <th scope="row">
                <a href={addressOf('run', { id: id ?? '' })}>{name}</a>
              </th>
              <td>{words.sideNames[side]}</td>
              <td>{instant(startTime)}</td>
              {gates.map((gate, at) => (
                <td class="number" key={lineOf(gate).name}>
                  {valueText(gate.measure, values[at] ?? Number.NaN)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
