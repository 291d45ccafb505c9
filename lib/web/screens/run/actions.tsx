import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RunSummary } from '../../../api.generated.ts';
import { idsText } from '../../addresses/ids.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { copy } from '../../components/copy.ts';
import { Failure, Silence } from '../../components/loaded-part.tsx';
import { useShown } from '../../components/still-shown.ts';
import { useMe } from '../../data/rights.ts';
import { type Neighbours, useWeekAgo } from '../../data/runs/nearby-runs.ts';
import { documentFile, reportFile } from '../../data/runs/report.ts';
import { describeRun, descriptionOf, recalculateRun, trashRun } from '../../data/runs/run-actions.ts';
import { isSignedIn } from '../../data/session.ts';
import { mayChange } from '../../data/sign-in/may-change.ts';
import * as words from '../../words/run.ts';
import { Menu } from './menu-button.tsx';

/**
 * The description of a run that a person edits. It is kept outside of the screen, because a sign-in shows
 * another screen meanwhile.
 */
const draft = signal<Draft | undefined>(undefined);
isSignedIn.subscribe((isIn) => {
  if (!isIn) draft.value = undefined;
});

type Draft = {
  readonly run: number;
  readonly text: string;
  /** The stored description that the person has seen. */
  readonly seen: string;
};

type ActionsProps = { readonly run: RunSummary; readonly around: Neighbours | undefined };

/** Buttons for actions on a run. If an action fails, the reason is below the buttons. */
export function Actions({ run, around }: ActionsProps) {
  const [failure, fail] = useState<unknown>();
  const [note, setNote] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const [running, setRunning] = useState(0);
  const page = useShown();
  const attempt = async (work: () => Promise<string | undefined>): Promise<void> => {
    fail(undefined);
    setNote('');
    setRunning((count) => count + 1);
    try {
      const done = (await work()) ?? '';
      setNote(done);
      if (done !== '') announce(done);
    } catch (error) {
      fail(error);
    } finally {
      setRunning((count) => count - 1);
    }
  };
  return (
    <div class="run-actions" ref={root}>
      <a class="button" href={addressOf('ask', { id: run.id })}>
        {words.ask()}
      </a>
      {run.outcome !== undefined && <CompareMenu run={run} around={around} />}
      <button type="button" onClick={() => void attempt(copyAddress)}>
        {words.share()}
      </button>
      <Menu name={words.more()}>
        <More
          run={run}
          page={page}
          attempt={attempt}
          describe={() => {
            const seen = run.description ?? '';
            draft.value = { run: run.id, text: seen, seen };
          }}
        />
      </Menu>
      {draft.value?.run === run.id && (
        <Describe
          draft={draft.value}
          edit={(change) => {
            if (draft.value !== undefined) draft.value = { ...draft.value, ...change };
          }}
          close={() => {
            draft.value = undefined;
            root.current?.querySelector<HTMLElement>('.menu:last-of-type button')?.focus();
          }}
        />
      )}
      {note !== '' && <span class="quiet">{note}</span>}
      {running > 0 && <Silence />}
      {failure !== undefined && <Failure error={failure} />}
    </div>
  );
}

const copyAddress = async (): Promise<string> =>
  (await copy(location.href)) ? words.copied() : words.notCopied();

/** A menu with usual comparisons of the run. Each link contains the runs of both sides. */
function CompareMenu({ run, around }: ActionsProps) {
  const [isOpened, open] = useState(false);
  const weekAgo = useWeekAgo(run, isOpened);
  const before = around === undefined ? [] : around.runs.slice(0, Math.max(0, around.at));
  const judged = before.filter(({ outcome }) => outcome?.state === 'passed' || outcome?.state === 'failed');
  const passed = judged.filter(({ outcome }) => outcome?.state === 'passed').slice(-5);
  const last = judged.at(-1);
  const against = (ids: readonly number[]): string =>
    addressOf('compare', {}, { base: idsText(ids), new: run.id });
  return (
    <Menu name={words.compare()} opened={() => open(true)}>
      {last === undefined && <li class="quiet">{words.noOthers()}</li>}
      {last !== undefined && (
        <li>
          <a href={against([last.id])}>{words.withBefore(last.id)}</a>
        </li>
      )}
      {passed.length > 0 && (
        <li>
          <a href={against(passed.map(({ id }) => id))}>{words.withPassed(passed.length)}</a>
        </li>
      )}
      {weekAgo.value === null && <li class="quiet">{words.noWeekAgo()}</li>}
      {weekAgo.value && (
        <li>
          <a href={against([weekAgo.value.id])}>{words.withWeekAgo(weekAgo.value.id)}</a>
        </li>
      )}
      <li>
        <a href={addressOf('runs', {}, { test: run.testname ?? run.testid, new: run.id })}>
          {words.choose()}
        </a>
      </li>
    </Menu>
  );
}

type MoreProps = {
  readonly run: RunSummary;
  readonly attempt: (work: () => Promise<string | undefined>) => Promise<void>;
  readonly describe: () => void;
  /**
   * Whether the screen of the run is still shown. The menu cannot tell, because it closes when an item is
   * chosen.
   */
  readonly page: { readonly current: boolean };
};

function More({ run: { id, owner, trashed, outcome }, attempt, describe, page }: MoreProps) {
  const me = useMe();
  const leaveFor = (link: Promise<string>) => async (): Promise<undefined> => {
    const url = await link;
    if (page.current) location.assign(url);
  };
  const item = (name: string, act: () => unknown) => (
    <li>
      <button type="button" class="plain" onClick={act}>
        {name}
      </button>
    </li>
  );
  return (
    <>
      {outcome !== undefined && item(words.file(), () => attempt(leaveFor(reportFile(id))))}
      {item(words.document(), () => attempt(leaveFor(documentFile(id))))}
      {mayChange(me.value, owner) && (
        <>
          {item(words.describe(), describe)}
          {item(words.recalculate(), () => attempt(async () => words.recalculated(await recalculateRun(id))))}
          {item(trashed ? words.restore() : words.trash(), () =>
            attempt(() => trashRun(id, !trashed).then(() => undefined)),
          )}
        </>
      )}
    </>
  );
}

type DescribeProps = {
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly close: () => void;
};

/**
 * A form for the description. It remains until the server has stored the text. Escape closes it. A text that
 * another person has stored meanwhile is shown before it is replaced.
 */
function Describe({ draft: { run, text, seen }, edit, close }: DescribeProps) {
  const [isBusy, busy] = useState(false);
  const [failure, fail] = useState<unknown>();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const send = async (): Promise<void> => {
    if (isBusy) return;
    busy(true);
    fail(undefined);
    try {
      const { stored, version } = await descriptionOf(run);
      if (stored !== seen && stored !== text) {
        edit({ seen: stored });
        throw new Error(words.describedMeanwhile(stored));
      }
      await describeRun(run, text, version);
      close();
    } catch (error) {
      fail(error);
    } finally {
      busy(false);
    }
  };
  return (
    <form
      class="describe"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <label>
        {words.description()}{' '}
        <input
          value={text}
          maxLength={4096}
          ref={field}
          onInput={({ currentTarget }) => edit({ text: currentTarget.value })}
        />
      </label>{' '}
      <button type="submit">{isBusy ? words.saving() : words.save()}</button>
      {isBusy && <Silence />}
      {failure !== undefined && <Failure error={failure} />}
    </form>
  );
}
