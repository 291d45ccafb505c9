import { useState } from 'preact/hooks';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { Download } from '../../components/download.tsx';
import { useDraft } from '../../components/drafts.ts';
import { fieldLengthMax } from '../../components/field-length.ts';
import { LabelValue } from '../../components/label-value.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { labelTableUrl, useLabelValues } from '../../data/one-test.ts';
import type { Exact } from '../../json/exact.ts';
import * as words from '../../words/tests/test.ts';
import { isMeasured, labelsOf, numericLabels } from './label-columns.ts';

/** The most labels that the table shows as columns. */
const labelsMax = 200;

/** The label values of the last datasets as a table with a column for each label. */
export function Labels({ test, query }: { readonly test: number; readonly query: URLSearchParams }) {
  const filter = query.get('filter') ?? '';
  const [pages, setPages] = useState(1);
  const { key, ...values } = useLabelValues(test, filter, pages);
  return (
    <>
      <FilterLine filter={filter} />
      <p>
        <a href={addressOf('schemas')}>{words.schemas()}</a>
      </p>
      <Part of={values} name={key} rows={10}>
        {({ rows, hasMore }) => {
          const labels = labelsOf(rows);
          const numbers = numericLabels(rows);
          const next = hasMore && (
            <button type="button" onClick={() => setPages(pages + 1)}>
              {words.more()}
            </button>
          );
          if (labels.length === 0)
            return (
              <>
                <p>{words.noLabels(rows.length, filter !== '', hasMore)}</p>
                {next}
              </>
            );
          return (
            <>
              <div class="facts">
                <span>
                  {words.labelsShown(rows.length, labels.length, hasMore)}
                  {labels.length > labelsMax && ` ${words.labelsCut(labelsMax, labels.length)}`}
                </span>
                <Export test={test} />
              </div>
              {rows.some(({ values: own }) => isMeasured(own)) && <p class="quiet">{words.labelUnits()}</p>}
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys. */}
              <section class="wide" aria-label={words.table()} tabIndex={0}>
                <table>
                  <thead>
                    <tr>
                      <th scope="col">{words.columns.run}</th>
                      {labels.slice(0, labelsMax).map((label) => (
                        <th key={label} scope="col" class={numbers.has(label) ? 'number' : undefined}>
                          {label}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ runId, datasetId, values: own }) => (
                      <tr key={datasetId}>
                        <th scope="row">
                          <a href={addressOf('run', { id: runId })}>{runId}</a>
                        </th>
                        {labels.slice(0, labelsMax).map((label) => (
                          <Cell
                            key={label}
                            name={label}
                            value={own.get(label)}
                            isMeasured={isMeasured(own)}
                          />
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
              {next}
            </>
          );
        }}
      </Part>
    </>
  );
}

type CellProps = {
  readonly name: string;
  readonly value: Exact | undefined;
  readonly isMeasured: boolean;
};

/**
 * A cell of the table. A missing value is a dash. Null means that the function of the label returned nothing.
 */
function Cell({ name, value, isMeasured }: CellProps) {
  if (value === undefined) return <td class="quiet">{words.values.missing}</td>;
  if (value.kind === 'null') return <td class="quiet">{words.values.undefined}</td>;
  return (
    <td class={value.kind === 'number' ? 'number' : undefined}>
      <LabelValue name={name} value={value} isMeasured={isMeasured} />
    </td>
  );
}

function FilterLine({ filter }: { readonly filter: string }) {
  const [text, setText] = useDraft(filter, 'filter');
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        amend({ filter: text.trim() }, { push: true });
      }}
    >
      <span class="search">
        <input
          type="search"
          maxLength={fieldLengthMax}
          value={text}
          aria-label={words.filterLabel()}
          placeholder={words.filter()}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
      </span>
    </form>
  );
}

/**
 * A button that downloads all label values as a file. It first requests a URL for the file, because a link
 * cannot send the API key.
 */
function Export({ test }: { readonly test: number }) {
  return (
    <Download
      prepare={() => labelTableUrl(test)}
      fileName={`labels-${test}.csv`}
      words={{ ask: words.exportCsv(), preparing: words.preparing(), ready: words.exportReady() }}
    />
  );
}
