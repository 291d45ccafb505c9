import type { Schema } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/loaded-part.tsx';
import { NamedList, NameField } from '../../components/named-list/named-list.tsx';
import { partOfList } from '../../components/named-list/part-of-list.ts';
import { schemasMax, useSchemas } from '../../data/schemas/schemas.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/schemas/schemas.ts';

/** The screen with all schemas by name. */
export function Screen({ address: { query } }: ScreenProps) {
  const of = partOfList(query);
  const { key, ...schemas } = useSchemas(of.text, of.page);
  return (
    <>
      <h1>{screenNames.schemas}</h1>
      <search class="filters">
        <NameField text={of.text} />
      </search>
      <Part of={schemas} name={key} rows={8}>
        {(found) => (
          <NamedList
            label={screenNames.schemas}
            name="schemas"
            columns={Object.values(words.columns)}
            rows={found.schemas.map((schema) => <Row key={schema.id} schema={schema} />)}
            count={found.count}
            most={schemasMax}
            of={of}
            words={words.list}
          />
        )}
      </Part>
    </>
  );
}

const Row = ({ schema: { id, name, uri, owner, access } }: { readonly schema: Schema }) => (
  <tr>
    <td>
      <a href={addressOf('schema', { id })}>{name}</a>
    </td>
    <td>
      <code>{uri}</code>
    </td>
    <td>{owner}</td>
    <td class="quiet">{words.access[access]}</td>
  </tr>
);
