import type { BurstStatus, LimitSoFar, PhaseStatus, SecondsGap } from '../../../api.generated.ts';
import { limitWords, measuredWords, placeOf } from '../../../report/limit-words.ts';
import { spacedUnits } from '../../../report/page/number-text.ts';
import { TableHead } from '../../components/table-head.tsx';
import * as words from '../../words/burst.ts';
import { failedOf, nowOf, type Span } from './facts.ts';

/**
 * A bar with a part for each phase. The width of a part is the planned time, and its filled share the elapsed
 * time.
 */
export function PhaseBand({
  phases,
  now,
}: {
  readonly phases: readonly PhaseStatus[];
  readonly now: number;
}) {
  const longest = Math.max(...phases.map(({ durationMs = 0 }) => durationMs), 1);
  return (
    <ol class="phase-band" aria-label={words.phases()}>
      {phases.map(({ name, status, startsAt, durationMs, isWarmup, failed }) => {
        const done =
          status === 'TERMINATED' || status === 'FINISHED'
            ? 1
            : startsAt === undefined || durationMs === undefined
              ? 0
              : Math.min(1, Math.max(0, (now - startsAt) / durationMs));
        const share = Math.max(0.08, (durationMs ?? longest / 4) / longest);
        return (
          <li
            key={name}
            class={`${isWarmup ? 'warmup' : ''} ${failed ? 'failed' : ''} ${status.toLowerCase()}`}
            style={{ flexGrow: share }}
            title={words.phaseText(name, status, durationMs)}
          >
            <span class="fill" style={{ width: `${done * 100}%` }} />
            <span class="text" aria-hidden="true">
              {name}
            </span>
            <span class="aside">{words.phaseText(name, status, durationMs)}</span>
          </li>
        );
      })}
    </ol>
  );
}

/** The numbers of the last second, and the failed requests so far. */
export function NowNumbers({ phases }: { readonly phases: readonly PhaseStatus[] }) {
  const now = nowOf(phases);
  const failed = failedOf(phases);
  const { numbers: names } = words;
  const values: readonly (readonly [name: string, value: string, look?: string])[] = [
    [names.due, words.perSec(now?.usersDuePerSec)],
    [names.sent, words.perSec(now?.requestsPerSec)],
    [names.answered, words.perSec(now?.responsesPerSec)],
    [names.p50, words.latency(now?.p50)],
    [names.p99, words.latency(now?.p99)],
    [names.inFlight, words.count(now?.inFlight)],
    [names.late, words.latency(now?.late)],
    [names.failed, words.count(failed), failed > 0 ? 'state-failed' : ''],
  ];
  return (
    <dl class="now-numbers">
      {values.map(([name, value, look = '']) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={look}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const gapsMax = 5;

/** States which seconds are missing in the charts, because no page watched the burst then. */
export function Gaps({
  gaps,
}: {
  readonly gaps: readonly (SecondsGap & { readonly startsAt: number; readonly originMs: number })[];
}) {
  if (gaps.length === 0) return null;
  const ranges = gaps
    .slice(0, gapsMax)
    .map(({ from, to, startsAt, originMs }) =>
      words.range(startsAt - originMs + from * 1_000, startsAt - originMs + (to + 1) * 1_000),
    );
  const more = gaps.length - gapsMax;
  return <p class="quiet">{words.gaps(more > 0 ? [...ranges, words.moreGaps(more)] : ranges)}</p>;
}

/** The limits of all phases, with their measured values so far. */
export function Limits({ phases }: { readonly phases: readonly PhaseStatus[] }) {
  const rows = phases.flatMap(({ name, limits = [] }) => limits.map((limit) => ({ phase: name, limit })));
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{words.limitsTitle()}</h2>
      {rows.length === 0 ? (
        <p>{words.noLimits()}</p>
      ) : (
        <>
          <table class="limits">
            <TableHead
              columns={[
                words.limitColumns.phase,
                words.limitColumns.limit,
                words.limitColumns.value,
                [words.limitColumns.requests, 'number'],
              ]}
            />
            <tbody>
              {rows.map(({ phase, limit }, index) => (
                <tr key={`${phase} ${index}`}>
                  <th scope="row">{placeOf({ ...limit, phase })}</th>
                  <td>{spacedUnits(limitWords(limit))}</td>
                  <td>
                    <Value limit={limit} />
                  </td>
                  <td class="number">{words.count(limit.requests)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="quiet">{words.limitsNote()}</p>
        </>
      )}
    </section>
  );
}

function Value({ limit: { criterion, measured, passed, windowMs } }: { readonly limit: LimitSoFar }) {
  if (windowMs !== undefined) return <span class="quiet">{words.atTheEnd()}</span>;
  if (measured === undefined) return <span class="quiet">{words.notYet()}</span>;
  return (
    <span class={passed ? 'state-passed' : 'state-failed'}>
      <span aria-hidden="true">{passed ? '✓' : '✗'}</span>
      <span class="aside">{passed ? words.kept() : words.broken()}</span>{' '}
      {spacedUnits(measuredWords({ criterion, measured }))}
    </span>
  );
}

export function Notices({ phases }: { readonly phases: readonly PhaseStatus[] }) {
  const all = [
    ...new Set(
      phases.flatMap(({ notices = [], failure }) => [
        ...(failure === undefined ? [] : [failure]),
        ...notices,
      ]),
    ),
  ];
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="notices">
      <h2 id="notices">{words.notices()}</h2>
      <ul class="notices">
        {all.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

type HeadProps = { readonly status: BurstStatus; readonly span: Span | undefined; readonly now: number };

/** The line below the heading: progress, the user who started the burst, shards, targets and cost. */
export function Head({ status, span, now }: HeadProps) {
  const { user, shards, targets = [], cost } = status;
  const facts = [
    span === undefined
      ? []
      : words.progress(now - span.from, span.to === undefined ? undefined : span.to - span.from),
    user === undefined ? [] : words.startedBy(user),
    shards === undefined ? [] : words.shards(shards),
    targets.length === 0 ? [] : words.to(targets),
    cost === undefined ? [] : words.cost(cost.dollars, cost.estimate, cost.charged),
  ].flat();
  return <p class="burst-head">{facts.join(' · ')}</p>;
}
