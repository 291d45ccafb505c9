import type { RunSummary } from '../../../api.generated.ts';
import { instant } from '../../../report/page/numbers.ts';
import { Bars } from '../../parts/part.tsx';
import { states } from '../../words/frame.ts';
import * as words from '../../words/run.ts';

/**
 * The head of a report from the summary of its run, at the place and in the size that it has in the report.
 * The report replaces it.
 */
export function Head({ run }: { readonly run: RunSummary }) {
  const { outcome, id, testname, start } = run;
  const state = outcome?.state;
  const name = outcome?.benchmark ?? testname ?? '';
  return (
    <div class="report">
      <header class={`verdict ${state ?? ''}`}>
        {state !== undefined && (
          <p class="word">
            <strong class="state-word">{states[state]}</strong>
          </p>
        )}
        <div class="what">
          <h1 tabIndex={-1}>
            {name} <span class="run">{words.runOf(id)}</span>
          </h1>
          {outcome?.reason !== undefined && <p class="why">{outcome.reason}</p>}
        </div>
        {state !== undefined && <p class="when">{instant(start)}</p>}
      </header>
    </div>
  );
}

/** Bars where the first screen of a report will be. */
export function ReportBars() {
  return (
    <div class="report-bars">
      <Bars rows={16} />
    </div>
  );
}
