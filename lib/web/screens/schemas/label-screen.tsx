import { useEffect } from 'preact/hooks';
import type { Label, Schema } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { Bars, Part } from '../../components/loaded-part.tsx';
import { Zone } from '../../components/moment.tsx';
import { useMe } from '../../data/rights.ts';
import { useDatasets } from '../../data/schemas/datasets.ts';
import { type Definition, definitionOf } from '../../data/schemas/label-definition.ts';
import { useLabels } from '../../data/schemas/labels.ts';
import { useSchema } from '../../data/schemas/schemas.ts';
import { mayChange } from '../../data/sign-in/may-change.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { product } from '../../words/frame.ts';
import * as schemaWords from '../../words/schemas/schemas.ts';
import * as words from '../../words/schemas/workshop.ts';
import { DefinitionFacts } from './definition-facts.tsx';
import { isSchemaId, NoSchema } from './no-schema.tsx';
import { StoredValues } from './workshop/stored-values.tsx';
import { Workshop } from './workshop/workshop.tsx';

/** The word in an address in place of a label's id, for a label that does not exist yet. */
const newWord = 'new';

/**
 * The screen of a label, or of a new label of a schema. The address may contain a path with which a new label
 * begins.
 */
export function Screen({ address: { query }, parameters: { id = '', label = '' } }: ScreenProps) {
  if (!isSchemaId(id)) return <NoSchema id={id} />;
  return <Whole schemaId={Number(id)} label={label} query={query} />;
}

type WholeProps = { readonly schemaId: number; readonly label: string; readonly query: URLSearchParams };

function Whole({ schemaId, label, query }: WholeProps) {
  const { key: schemaKey, ...schema } = useSchema(schemaId);
  const { key: labelsKey, ...labels } = useLabels(schemaId);
  const stored = labels.value?.find(({ id }) => `${id}` === label);
  const isNew = label === newWord;
  const name = isNew
    ? words.newTitle(schema.value?.name ?? `${schemaId}`)
    : words.title(stored?.name ?? label);
  useEffect(() => {
    document.title = `${name} · ${product}`;
  }, [name]);
  return (
    <>
      <h1>{name}</h1>
      <p class="links">
        <a href={addressOf('schema', { id: schemaId })}>
          {schemaWords.schemaOf(schema.value?.name ?? `${schemaId}`)}
        </a>{' '}
        <a href={addressOf('schemas')}>{schemaWords.allSchemas()}</a>
      </p>
      <Part of={schema} name={schemaKey} rows={4}>
        {(found) => (
          <Part of={labels} name={labelsKey} rows={8}>
            {() => (
              <Content
                schema={found}
                label={label}
                stored={stored}
                initial={isNew ? beginning(query) : undefined}
              />
            )}
          </Part>
        )}
      </Part>
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

/** The definition of a new label, with the path in the address. */
const beginning = (query: URLSearchParams): Definition => ({
  name: '',
  extractors: [{ name: 'value', jsonpath: query.get('path') ?? '', isarray: query.get('all') === '1' }],
  function: '',
  metrics: true,
  filtering: false,
});

type ContentProps = {
  readonly schema: Schema;
  readonly label: string;
  readonly stored: Label | undefined;
  /** The definition with which a new label begins. */
  readonly initial: Definition | undefined;
};

function Content({ schema, label, stored, initial }: ContentProps) {
  const me = useMe();
  const { key, ...datasets } = useDatasets(schema.uri);
  const { owner } = stored ?? schema;
  if (me.value === undefined && me.loading) return <Bars rows={8} />;
  if (!mayChange(me.value, owner))
    return (
      <>
        {stored !== undefined && <DefinitionFacts definition={definitionOf(stored)} />}
        {stored === undefined && initial === undefined ? (
          <p>{words.noLabel(label)}</p>
        ) : (
          <p>{words.mayNot(owner)}</p>
        )}
        {stored !== undefined && (
          <Part of={datasets} name={key} rows={10}>
            {(list) => <StoredValues label={stored.id} datasets={list.datasets} />}
          </Part>
        )}
      </>
    );
  return (
    <Workshop
      schema={schema}
      label={label}
      stored={stored}
      initial={initial}
      datasets={datasets}
      datasetsKey={key}
    />
  );
}
