import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Comparison, type SideRun, strongestFirst } from '../../../report/comparison/comparison-data.ts';
import {
  differenceText,
  judgementOf,
  lineOf,
  lineWithin,
  notesOf,
  outcomeText,
} from '../../../report/page/comparison-text.ts';
import type { ComparedLine } from '../../../report/page/comparison-types.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Scroll } from '../../components/scroll.tsx';
import * as words from '../../words/compare.ts';
import { EachRun } from './each-run.tsx';
import { IntervalFigure } from './interval-figure.tsx';

/**
 * The result of a comparison: first the outcome, then the runs, then the numbers. Its sentences are those of
 * the report.
 */
export function Result({ comparison }: { readonly comparison: Comparison }) {
  const { outcome, reason, recommendation, differences, gates, explored, within } = comparison;
  const { mark, word } = words.outcomes[outcome];
  useEffect(() => announce(`${word}. ${reason}`), [comparison]);
  const rest = notesOf(comparison).filter(
    (note) => !differences.some((each) => differenceText(each) === note),
  );
  const others = words.others(explored.length, explored.filter(({ significant }) => significant).length);
  return (
    <>
      <div class={`outcome outcome-${outcome.replace(' ', '-')}`}>
        <p class="word">
          <span aria-hidden="true">{mark}</span> {word}
        </p>
        <p class="reason">{reason}.</p>
        {recommendation !== undefined && <p>{words.attempt(recommendation)}</p>}
      </div>
      <Sides comparison={comparison} />
      {differences.length > 0 && (
        <section>
          <h2>{words.differs()}</h2>
          <ul class="notes">
            {differences.map((difference) => (
              <li key={difference.what} class={difference.ofDefinition ? 'definition' : undefined}>
                {differenceText(difference)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {gates.length > 0 && (
        <section>
          <h2>{words.judged()}</h2>
          <Lines
            caption={words.judged()}
            rows={gates.map((gate) => ({
              line: { ...lineOf(gate), outcome: judgementOf(gate) },
              figure: <IntervalFigure change={gate} limit={gate.limit} outcome={gate.outcome} />,
            }))}
          />
        </section>
      )}
      {within.length > 0 && (
        <section>
          <h2>{words.within()}</h2>
          <Lines caption={words.within()} rows={within.map((each) => ({ line: lineWithin(each) }))} />
        </section>
      )}
      {gates.length > 0 && comparison.baseline.length + comparison.candidate.length > 2 && (
        <EachRun comparison={comparison} />
      )}
      {explored.length > 0 && (
        <details>
          <summary>{others}</summary>
          <Lines
            caption={others}
            rows={strongestFirst(explored).map((change) => ({
              line: { ...lineOf(change), outcome: outcomeText(change) },
              figure: <IntervalFigure change={change} />,
            }))}
          />
        </details>
      )}
      {rest.length > 0 && (
        <section>
          <h2>{words.more()}</h2>
          <ul class="notes">
            {rest.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Sides({ comparison: { baseline, candidate, order } }: { readonly comparison: Comparison }) {
  const isMixed = baseline.length + candidate.length < 4 || order.interleaved;
  return (
    <dl class="pairs">
      <Side name={words.base()} runs={baseline} letter={words.sides.baseline} />
      <Side name={words.fresh()} runs={candidate} letter={words.sides.candidate} />
      <div>
        <dt>{words.inTime()}</dt>
        <dd>
          <span class="mono">{order.runs.map(({ side }) => words.sides[side]).join(' ')}</span>
          {!isMixed && <strong class="doubt"> {words.notInterleaved()}</strong>}
        </dd>
      </div>
    </dl>
  );
}

type SideProps = { readonly name: string; readonly letter: string; readonly runs: readonly SideRun[] };

function Side({ name, letter, runs }: SideProps) {
  return (
    <div>
      <dt>
        {name} <span class="mono">{letter}</span>
      </dt>
      <dd>
        {words.runs(runs.length)} {[...new Set(runs.map(({ benchmark }) => benchmark))].join(', ')}:{' '}
        {runs.map((run, at) => (
          <span key={run.name}>
            {at > 0 && ', '}
            <a href={addressOf('run', { id: run.id ?? '' })}>{run.id ?? run.name}</a>
            {run.suspect && <span class="doubt"> {words.suspect()}</span>}
          </span>
        ))}
      </dd>
    </div>
  );
}

type Row = { readonly line: ComparedLine; readonly figure?: ComponentChildren };

function Lines({ caption, rows }: { readonly caption: string; readonly rows: readonly Row[] }) {
  const hasFigures = rows.some(({ figure }) => figure !== undefined);
  return (
    <Scroll label={caption}>
      <table class="compared">
        <thead>
          <tr>
            <th scope="col">{words.columns.name}</th>
            <th scope="col" class="number">
              {words.columns.before}
            </th>
            <th scope="col" class="number">
              {words.columns.after}
            </th>
            {hasFigures && <td class="interval" />}
            <th scope="col">{words.columns.change}</th>
            <th scope="col">{words.columns.outcome}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line: { name, before, after, change, outcome }, figure }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="number">{before}</td>
              <td class="number">{after}</td>
              {hasFigures && <td class="interval">{figure}</td>}
              <td>{change}</td>
              <td>{outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
