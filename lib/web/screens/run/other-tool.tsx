import type { ComponentChildren } from 'preact';
import type { RunSummary } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { LabelValue } from '../../components/label-value.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { Moment } from '../../components/moment.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { TestLink } from '../../components/test-link.tsx';
import { useRunLabels } from '../../data/runs/report.ts';
import type { Exact } from '../../json/exact.ts';
import * as words from '../../words/run.ts';

/**
 * The screen of a run that another tool made: its facts, the values of its labels, and links to its document.
 */
export function OtherTool({ run }: { readonly run: RunSummary }) {
  const labels = useRunLabels(run.id);
  const schemas = [...new Map(run.schemas.map((schema) => [schema.id, schema])).values()];
  return (
    <>
      <p>{words.foreign()}</p>
      <dl class="pairs">
        <Fact name={words.facts.test}>
          <TestLink run={run} />
        </Fact>
        <Fact name={words.facts.start}>
          <Moment ms={run.start} />
        </Fact>
        <Fact name={words.facts.stop}>
          <Moment ms={run.stop} />
        </Fact>
        <Fact name={words.facts.owner}>{run.owner}</Fact>
        <Fact name={words.facts.access}>{words.access[run.access]}</Fact>
        {run.description !== null && <Fact name={words.facts.description}>{run.description}</Fact>}
        {schemas.length > 0 && (
          <Fact name={words.facts.schemas}>{schemas.map(({ uri }) => uri).join(', ')}</Fact>
        )}
      </dl>
      <p class="words">
        <a class="button" href={addressOf('ask', { id: run.id })}>
          {words.questions()}
        </a>
        <a class="button" href={addressOf('tree', { id: run.id })}>
          {words.readDocument()}
        </a>
      </p>
      <section>
        <h2>{words.labels()}</h2>
        <Part of={labels} name={`run ${run.id} labels`}>
          {(datasets) => <Labels values={datasets.flatMap(({ values }) => [...values])} />}
        </Part>
      </section>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Labels({ values }: { readonly values: readonly (readonly [name: string, value: Exact])[] }) {
  if (values.length === 0) return <p class="quiet">{words.noLabels()}</p>;
  return (
    <table>
      <TableHead columns={[words.label(), words.value()]} />
      <tbody>
        {values.map(([name, value], at) => (
          <tr key={`${at} ${name}`}>
            <th scope="row">{name}</th>
            <td>
              <LabelValue name={name} value={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
