import type { Schema, SchemaQueryResult } from '../../../api.generated.ts';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/answer-part.tsx';
import { fieldLengthMax } from '../../components/field-length.ts';
import { TableHead } from '../../components/table-head.tsx';
import { useTyped } from '../../components/typed-text.ts';
import { schemasMax, useSchemas } from '../../data/schemas/schemas.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/schemas/schemas.ts';

type ListOf = { readonly text: string; readonly page: number };

/** The screen with all schemas by name. */
export function Screen({ address: { query } }: ScreenProps) {
  const page = Number(query.get('page') ?? 1);
  const of = { text: query.get('text')?.trim() ?? '', page: Number.isInteger(page) && page > 0 ? page : 1 };
  const { key, ...schemas } = useSchemas(of.text, of.page);
  return (
    <>
      <h1>{screenNames.schemas}</h1>
      <search class="filters">
        <Name text={of.text} />
      </search>
      <Part of={schemas} name={key} rows={8}>
        {(found) => <Listing found={found} of={of} />}
      </Part>
    </>
  );
}

type ListingProps = { readonly found: SchemaQueryResult; readonly of: ListOf };

function Listing({ found: { schemas, count }, of: { text, page } }: ListingProps) {
  const isPart = text !== '' || page > 1;
  if (schemas.length === 0)
    return (
      <p>
        {isPart ? words.noMatch() : words.noSchemas()}{' '}
        {isPart && (
          <button type="button" onClick={() => amend({ text: '', page: '' }, { push: true })}>
            {words.removeFilter()}
          </button>
        )}
      </p>
    );
  // With a text in the filter, `count` has all schemas.
  const isCut = schemas.length === schemasMax && (text !== '' || page * schemasMax < count);
  return (
    <>
      <p class="quiet">{words.shown(schemas.length, text === '' ? count : schemas.length)}</p>
      <table class="schemas" aria-label={screenNames.schemas}>
        <TableHead columns={Object.values(words.columns)} />
        <tbody>
          {schemas.map((schema) => (
            <Row key={schema.id} schema={schema} />
          ))}
        </tbody>
      </table>
      {(isCut || page > 1) && (
        <p class="comparison">
          {page > 1 && (
            <button type="button" onClick={() => amend({ page: page > 2 ? page - 1 : '' }, { push: true })}>
              {words.previousPage()}
            </button>
          )}
          {isCut && (
            <button type="button" onClick={() => amend({ page: page + 1 }, { push: true })}>
              {words.nextPage()}
            </button>
          )}
        </p>
      )}
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

/** The search field for names. The list follows while a person types. */
function Name({ text }: Pick<ListOf, 'text'>) {
  const [value, type] = useTyped(text, (next) => amend({ text: next.trim(), page: '' }));
  return (
    <input
      type="search"
      maxLength={fieldLengthMax}
      value={value}
      aria-label={words.filterLabel()}
      placeholder={words.filterLabel()}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
