import { useMemo, useState } from 'preact/hooks';
import type { ScheduleSummary } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { Moment } from '../../components/moment.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { useShown } from '../../components/still-shown.ts';
import { TwoSteps } from '../../components/two-steps.tsx';
import { isUncertain } from '../../data/burst/burst-starter.ts';
import { isRefused } from '../../data/burst/judge-document.ts';
import { removeSchedule, runnerOf } from '../../data/own/schedules.ts';
import * as words from '../../words/own/schedules.ts';

type RowProps = {
  readonly schedule: ScheduleSummary;
  readonly mayChange: boolean;
  readonly removed: (sentence: string) => void;
};

/** A schedule: its times, its benchmark, its last burst, and the actions of a person who may change it. */
export function Row({ schedule, mayChange, removed }: RowProps) {
  const { name, cron, timezone, benchmark, user, keyProblem, last } = schedule;
  const [next] = schedule.next;
  return (
    <li>
      <strong>{name}</strong>
      {last?.runId === undefined ? (
        <span>{benchmark}</span>
      ) : (
        <a href={addressOf('test', { id: benchmark })}>{benchmark}</a>
      )}
      <span>
        <code>{cron}</code> <span class="quiet">{timezone}</span>
      </span>
      <span>
        <span class="quiet">{words.columns.next}</span>{' '}
        {next === undefined ? words.neverAgain() : <Moment ms={next} />}
      </span>
      <span class="last">
        <span class="quiet">{words.columns.last}</span>{' '}
        {last === undefined ? words.notYet() : <Last {...last} />}
      </span>
      <span class="quiet">{words.ownedBy(user)}</span>
      {keyProblem !== undefined && keyProblem !== last?.problem && (
        <p class="failed">
          <Sentence text={words.keyProblem(keyProblem)} />
        </p>
      )}
      {mayChange && <Actions name={name} removed={removed} />}
    </li>
  );
}

function Last({ at, burst, state, runId, problem }: NonNullable<ScheduleSummary['last']>) {
  if (burst === undefined)
    return (
      <>
        <Moment ms={at} /> <Sentence text={words.noBurst(problem ?? '')} />
      </>
    );
  if (state === undefined)
    return (
      <>
        <Moment ms={at} /> <span class="quiet">{words.tooOld()}</span>
      </>
    );
  return (
    <>
      <StateMark state={state === 'planning' || state === 'merging' ? 'running' : state} /> <Moment ms={at} />{' '}
      {runId === undefined ? (
        <a href={addressOf('burst', { id: burst })}>{words.lastBurst()}</a>
      ) : (
        <a href={addressOf('run', { id: runId })}>{words.lastRun(runId)}</a>
      )}
    </>
  );
}

type Step = 'ready' | 'starting' | 'removing';

function Actions({ name, removed }: Pick<RowProps, 'removed'> & { readonly name: string }) {
  const runNow = useMemo(() => runnerOf(name), [name]);
  const [step, setStep] = useState<Step>('ready');
  /** The action that failed, with its error. */
  const [failed, fail] = useState<{ readonly action: Step; readonly error: unknown }>();
  const shown = useShown();
  const start = async (): Promise<void> => {
    if (step !== 'ready') return;
    setStep('starting');
    fail(undefined);
    announce(words.starting());
    try {
      const id = await runNow();
      if (shown.current) go(addressOf('burst', { id }));
    } catch (error) {
      fail({ action: 'starting', error });
    } finally {
      setStep('ready');
    }
  };
  const remove = async (): Promise<void> => {
    setStep('removing');
    fail(undefined);
    announce(words.removing());
    try {
      await removeSchedule(name);
      removed(words.removed(name));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return removed(words.goneMeanwhile(name));
      fail({ action: 'removing', error });
      setStep('ready');
    }
  };
  return (
    <>
      <fieldset class="actions end" aria-label={words.actions(name)}>
        {step === 'removing' ? (
          <span>{words.removing()}</span>
        ) : (
          <>
            <button type="button" aria-disabled={step === 'starting'} onClick={() => void start()}>
              {step === 'starting' ? words.starting() : words.runNow()}
            </button>
            <TwoSteps
              word={words.remove()}
              question={words.removeQuestion(name)}
              no={words.keep()}
              act={remove}
              isAgain={failed?.action === 'removing'}
            />
          </>
        )}
      </fieldset>
      {step !== 'ready' && <Silence />}
      {failed !== undefined && (
        <div class="failed">
          <Failure error={failed.error} />
          <Mistakes of={failed.error} />
          {failed.action === 'starting' && isUncertain(failed.error) && <p>{words.uncertain()}</p>}
        </div>
      )}
    </>
  );
}

/**
 * The problems of a schedule's document that Downpour accepted earlier and refuses now. The person cannot see
 * the document here.
 */
function Mistakes({ of }: { readonly of: unknown }) {
  const body = of instanceof ApiError ? of.body : undefined;
  if (!isRefused(body)) return null;
  return (
    <ul>
      {body.problems.map(({ line, column, message }, at) => (
        <li key={at}>
          <Sentence text={words.problemAt(line, column, message)} />
        </li>
      ))}
    </ul>
  );
}
