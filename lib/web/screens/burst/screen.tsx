import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { BurstSeconds, BurstStatus } from '../../../api.generated.ts';
import { serverNow } from '../../../client/server-clock.ts';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { Bars, Failure } from '../../components/loaded-part.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { useBurst } from '../../data/burst/watch.ts';
import { useMe } from '../../data/rights.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/burst.ts';
import { product, screenNames } from '../../words/frame.ts';
import { Curve } from './curve.ts';
import { isOver, nowOf, percentAt, spanOf } from './facts.ts';
import { LiveCharts } from './live-charts.tsx';
import { Gaps, Head, Limits, Notices, NowNumbers, PhaseBand } from './parts.tsx';
import { PhaseStarts } from './phase-starts.ts';
import { Stop } from './stop.tsx';

/** The screen of a running burst. At the end of the burst it becomes the screen of the run. */
export function Screen({ parameters: { id = '' } }: ScreenProps) {
  const seconds = useSeconds(id);
  const { status, error, againInMs } = useBurst(id, seconds.take);
  useSpeech(id, status);
  useRun(status);
  useTabTitle(status);
  return (
    <>
      <h1 tabIndex={-1}>{status?.benchmark ?? screenNames.burst}</h1>
      {error !== undefined &&
        (againInMs === undefined ? (
          <>
            <Failure error={error} />
            <p>
              <a href={addressOf('bursts')}>{words.allBursts()}</a>
            </p>
          </>
        ) : (
          <p role="status" class="failure">
            {words.waiting(againInMs)}
          </p>
        ))}
      {status === undefined ? (
        error === undefined && <Bars rows={10} />
      ) : (
        <Burst status={status} seconds={seconds} />
      )}
    </>
  );
}

type Shown = { readonly status: BurstStatus; readonly seconds: Seconds };

function Burst({ status, seconds }: Shown) {
  const { id, state, phases, reason } = status;
  const me = useMe();
  const span = spanOf(status);
  const now = status.endedAt ?? serverNow();
  const { curve, looks, gaps } = seconds;
  const mayStop =
    me.value?.scopes.includes('drive') === true && (state === 'planning' || state === 'running');
  return (
    <>
      <div class="burst-top">
        <div>
          <p>
            {/* The word of the state follows. */}
            <span aria-hidden="true">
              <StateMark state={state === 'planning' || state === 'merging' ? 'running' : state} short />
            </span>{' '}
            {words.stateWords[state]}
          </p>
          <Head status={status} span={span} now={now} />
          {reason !== undefined && (
            <p>
              <Sentence text={reason} />
            </p>
          )}
          {isOver(status) && status.runId === undefined && <p>{words.noRun()}</p>}
        </div>
        {mayStop && <Stop id={id} isSilent={isSilent(status)} />}
      </div>
      {phases.length > 0 && <PhaseBand phases={phases} now={now} />}
      <section aria-labelledby="now">
        <h2 id="now">
          {words.nowTitle()} <span class="quiet">{words.lastSecond()}</span>
        </h2>
        <NowNumbers phases={phases} />
      </section>
      <section aria-labelledby="curve">
        <h2 id="curve">{words.curveTitle()}</h2>
        {curve === undefined ? (
          <p class="quiet">{words.noCurve()}</p>
        ) : (
          <LiveCharts
            curve={curve}
            looks={looks}
            toMs={Math.max(span?.to ?? 0, now, curve.originMs + 10_000)}
          />
        )}
        {curve !== undefined && <Gaps gaps={gaps.map((gap) => ({ ...gap, originMs: curve.originMs }))} />}
      </section>
      {phases.length > 0 && <Limits phases={phases} />}
      <Notices phases={phases} />
    </>
  );
}

const isSilent = ({ phases }: BurstStatus): boolean => (nowOf(phases)?.inFlight ?? 0) === 0;

type Gap = { readonly from: number; readonly to: number; readonly startsAt: number };

type Seconds = {
  readonly curve: Curve | undefined;
  readonly gaps: readonly Gap[];
  /** The number of answers of the API so far. Each answer changes the charts. */
  readonly looks: number;
  readonly take: (page: BurstSeconds) => void;
};

/** Collects the measured seconds of a burst from all answers. */
function useSeconds(id: string): Seconds {
  const looks = useSignal(0);
  const kept = useMemo(() => ({ curve: undefined as Curve | undefined, gaps: [] as Gap[] }), [id]);
  const take = ({ phases }: BurstSeconds): void => {
    if (phases.length === 0) return;
    const origin = Math.min(...phases.map(({ startsAt }) => startsAt));
    kept.curve ??= new Curve(origin);
    kept.curve.add(...phases);
    for (const { gaps, startsAt } of phases) kept.gaps.push(...gaps.map((gap) => ({ ...gap, startsAt })));
    looks.value += 1;
  };
  return { curve: kept.curve, gaps: kept.gaps, looks: looks.value, take };
}

/** Shows the run when the burst has ended. Back does not return to the burst. */
function useRun(status: BurstStatus | undefined): void {
  const runId = status !== undefined && isOver(status) ? status.runId : undefined;
  useEffect(() => {
    if (runId === undefined || status === undefined) return;
    announce(words.becomesRun(words.stateWords[status.state], runId));
    go(addressOf('run', { id: runId }), { replace: true });
  }, [runId]);
}

/** Announces the starts of phases to screen readers. */
function useSpeech(id: string, status: BurstStatus | undefined): void {
  const starts = useMemo(() => new PhaseStarts(), [id]);
  useEffect(() => {
    const names = starts.take(status?.phases ?? [], Date.now());
    if (names.length > 0) announce(names.map(words.phaseStarts).join(' '));
  }, [status]);
}

/** Sets the title of the tab to the progress, such as `41 % checkout p99 88 ms`. */
function useTabTitle(status: BurstStatus | undefined): void {
  useEffect(() => {
    if (status === undefined || isOver(status)) return;
    const span = spanOf(status);
    const percent = span === undefined ? undefined : percentAt(span, serverNow());
    document.title = `${words.tabTitle(percent, status.benchmark, nowOf(status.phases)?.p99)} · ${product}`;
  }, [status]);
}
