import { useEffect } from 'preact/hooks';
import type { Label, Schema } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { JsonTree } from '../../components/json-tree.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useMe } from '../../data/rights.ts';
import { useLabels } from '../../data/schemas/labels.ts';
import { useSchema } from '../../data/schemas/schemas.ts';
import { mayChange } from '../../data/sign-in/may-change.ts';
import { exact } from '../../json/exact.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { product, screenNames } from '../../words/frame.ts';
import * as words from '../../words/schemas/schemas.ts';
import { isSchemaId, NoSchema } from './no-schema.tsx';
import { Paths } from './paths.tsx';

/** The screen of a schema: its facts and its labels. */
export function Screen({ parameters: { id = '' } }: ScreenProps) {
  return isSchemaId(id) ? <Whole id={Number(id)} /> : <NoSchema id={id} />;
}

function Whole({ id }: { readonly id: number }) {
  const { key, ...schema } = useSchema(id);
  const { key: labelsKey, ...labels } = useLabels(id);
  const me = useMe().value;
  const name = schema.value?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${product}`;
  }, [name]);
  return (
    <>
      <h1>{name ?? `${screenNames.schema} ${id}`}</h1>
      <p class="links">
        <a href={addressOf('schemas')}>{words.allSchemas()}</a>
      </p>
      <Part of={schema} name={key} rows={4}>
        {(found) => <Facts schema={found} />}
      </Part>
      {schema.value !== undefined && (
        <section>
          <h2>{words.labels()}</h2>
          {mayChange(me, schema.value.owner) && (
            <p>
              <a class="button" href={addressOf('label', { id, label: 'new' })}>
                {words.newLabel()}
              </a>
            </p>
          )}
          <Part of={labels} name={labelsKey} rows={6}>
            {(found) => <Labels schema={id} labels={found} />}
          </Part>
        </section>
      )}
    </>
  );
}

function Facts({ schema }: { readonly schema: Schema }) {
  const { uri, owner, access, description } = schema;
  const rows = { uri: <code>{uri}</code>, owner, access: words.access[access], description };
  return (
    <dl class="settings">
      {Object.entries(rows).map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{words.facts[name as keyof typeof rows]}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>{words.facts.schema}</dt>
        <dd>
          {schema.schema === null ? (
            words.noJsonSchema()
          ) : (
            <JsonTree value={exact(JSON.stringify(schema.schema))} names={[]} />
          )}
        </dd>
      </div>
    </dl>
  );
}

/** The most characters of a function that the table shows. The screen of the label shows all. */
const codeMax = 300;

const beginningOf = (code: string): string => (code.length > codeMax ? `${code.slice(0, codeMax)}…` : code);

type LabelsProps = { readonly schema: number; readonly labels: readonly Label[] };

function Labels({ schema, labels }: LabelsProps) {
  if (labels.length === 0) return <p>{words.noLabels()}</p>;
  return (
    <table class="labels" aria-label={words.labels()}>
      <TableHead columns={Object.values(words.labelColumns)} />
      <tbody>
        {labels.map(({ id, name, extractors, metrics, filtering, function: code }) => (
          <tr key={id}>
            <td>
              <a href={addressOf('label', { id: schema, label: id })}>{name}</a>
            </td>
            <td>
              <Paths extractors={extractors} />
            </td>
            <td>{words.kinds(metrics, filtering)}</td>
            <td>
              {code === null ? (
                <span class="quiet">{words.noFunction()}</span>
              ) : (
                <code class="code">{beginningOf(code)}</code>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
