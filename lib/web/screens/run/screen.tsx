import { useEffect } from 'preact/hooks';
import type { RunSummary } from '../../../api.generated.ts';
import { ApiError } from '../../../client/index.ts';
import { addressOf } from '../../addresses/table.ts';
import { Failure } from '../../components/loaded-part.tsx';
import { isRunId, NoRun } from '../../components/no-run.tsx';
import { reload } from '../../data/cache.ts';
import { useNeighbours } from '../../data/runs/nearby-runs.ts';
import { reportKey, useReport } from '../../data/runs/report.ts';
import { useRunSummary } from '../../data/runs/summary.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { product } from '../../words/frame.ts';
import * as words from '../../words/run.ts';
import { Actions } from './actions.tsx';
import { Head, ReportBars } from './head.tsx';
import { Around } from './neighbours.tsx';
import { OtherTool } from './other-tool.tsx';
import { Report } from './report.tsx';

/** The screen of a run: its report, links to the runs around it, and actions. */
export function Screen({ address: { query }, parameters: { id = '' } }: ScreenProps) {
  if (!isRunId(id)) return <NoRun id={id} />;
  return <OneRun key={id} id={Number(id)} stretch={query.get('t') ?? undefined} />;
}

type OneRunProps = { readonly id: number; readonly stretch: string | undefined };

function OneRun({ id, stretch }: OneRunProps) {
  const { value: run, error } = useRunSummary(id);
  const around = useNeighbours(run);
  useTitle(run);
  if (error instanceof ApiError && error.status === 404) return <NoRun id={id} />;
  if (error !== undefined && run === undefined)
    return (
      <>
        <h1>{words.runOf(id)}</h1>
        <Failure error={error} retry={() => reload(`run ${id} `)} />
      </>
    );
  if (run === undefined)
    return (
      <>
        <h1>{words.runOf(id)}</h1>
        <ReportBars />
      </>
    );
  return (
    <>
      <div class="run-bar">
        <Around run={run} around={around.value} />
        <Actions run={run} around={around.value} />
      </div>
      {run.trashed && (
        <p role="status">
          {words.inTrash()} <a href={addressOf('runs', {}, { trash: 1 })}>{words.allInTrash()}</a>
        </p>
      )}
      <Body run={run} stretch={stretch} />
    </>
  );
}

/** The report of the run. For a run without a report: its facts. */
function Body({ run, stretch }: { readonly run: RunSummary; readonly stretch: string | undefined }) {
  const isMeasured = run.outcome !== undefined;
  const { value: report, error } = useReport(run.id, isMeasured);
  const isForeign = !isMeasured || (error instanceof ApiError && error.code === 'NOT_MEASURED');
  if (report !== undefined) return <Report report={report} stretch={stretch} />;
  return (
    <>
      <Head run={run} />
      {isForeign ? (
        <OtherTool run={run} />
      ) : error !== undefined ? (
        <Failure error={error} retry={() => reload(reportKey(run.id))} />
      ) : (
        <ReportBars />
      )}
    </>
  );
}

function useTitle(run: RunSummary | undefined): void {
  useEffect(() => {
    if (run === undefined) return;
    const name = run.outcome?.benchmark ?? run.testname ?? '';
    document.title = `${words.title(name, run.id)} · ${product}`;
  }, [run]);
}
