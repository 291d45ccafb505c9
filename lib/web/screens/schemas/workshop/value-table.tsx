import type { ComponentChildren } from 'preact';
import type { DatasetSummary } from '../../../../api.generated.ts';
import { addressOf } from '../../../addresses/table.ts';
import { Moment } from '../../../components/moment.tsx';
import { TableHead } from '../../../components/table-head.tsx';
import { TestLink } from '../../../components/test-link.tsx';
import * as words from '../../../words/schemas/workshop.ts';

type ValueTableProps = {
  readonly datasets: readonly DatasetSummary[];
  readonly value: (dataset: DatasetSummary) => ComponentChildren;
};

/** Datasets with the value of a label in each. */
export const ValueTable = ({ datasets, value }: ValueTableProps) => (
  <table class="tried" aria-label={words.values(datasets.length)}>
    <TableHead columns={Object.values(words.columns)} />
    <tbody>
      {datasets.map((dataset) => {
        const { id, runId, ordinal, testId, testname, start } = dataset;
        return (
          <tr key={id}>
            <td>
              <a href={addressOf('run', { id: runId })}>{runId}</a>
              {ordinal > 0 && <span class="quiet"> {words.part(ordinal)}</span>}
            </td>
            <td>
              <TestLink run={{ testid: testId, testname }} />
            </td>
            <td class="quiet">
              <Moment ms={start} />
            </td>
            <td>{value(dataset)}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
