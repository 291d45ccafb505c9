import type { RunSummary } from '../../../api.generated.ts';
import { instant } from '../../../report/page/number-text.ts';
import { Sentence } from '../../components/bidi-sentence.tsx';
import { Bars } from '../../components/loaded-part.tsx';
import { states } from '../../words/frame.ts';
import * as words from '../../words/run.ts';

/**
 * The head of a report, made from the summary of its run while the report is loading. It has the same place
 * and size as in the report.
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
          {outcome?.reason !== undefined && (
            <p class="why">
              <Sentence text={outcome.reason} />
            </p>
          )}
        </div>
        {state !== undefined && <p class="when">{instant(start)}</p>}
      </header>
    </div>
  );
}

/** Bars in the place of a report that is loading. */
export function ReportBars() {
  return (
    <div class="report-bars">
      <Bars rows={16} />
    </div>
  );
}
