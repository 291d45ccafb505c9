import type { RunSummary } from '../../api.generated.ts';
import { addressOf } from '../addresses/table.ts';
import * as words from '../words/runs.ts';

type TestLinkProps = { readonly run: Pick<RunSummary, 'testid' | 'testname'>; readonly tabIndex?: number };

/** A link to the test of a run. A test without a name is deleted, or the person may not see it. */
export function TestLink({ run: { testid, testname }, tabIndex }: TestLinkProps) {
  if (testname === null) return <span class="quiet">{words.noTest()}</span>;
  return (
    <a href={addressOf('test', { id: testid })} tabIndex={tabIndex}>
      {testname}
    </a>
  );
}
