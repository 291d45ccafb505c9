import type { ComponentChildren } from 'preact';
import { amend } from '../../addresses/router.ts';
import type { Query } from '../../addresses/table.ts';
import * as words from '../../words/frame.ts';
import { useTyped } from '../edited-field.ts';
import { fieldLengthMax } from '../field-length.ts';
import { type Column, TableHead } from '../table-head.tsx';
import type { PartOfList } from './part-of-list.ts';

/** The words of a list. */
type ListWords = {
  readonly none: string;
  readonly noMatch: string;
  readonly removeFilter: string;
  readonly shown: (shown: number, count: number) => string;
  readonly previousPage: string;
  readonly nextPage: string;
};

type NamedListProps = {
  /** The name of the table, for screen readers. */
  readonly label: string;
  /** The CSS class of the table. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** A row for each record of the page. */
  readonly rows: readonly ComponentChildren[];
  /**
   * The number of all records. When the person filters by a part of a name, the API still counts all records.
   */
  readonly count: number;
  /** The most records of a page. */
  readonly most: number;
  readonly of: PartOfList;
  /** Changes of the address that remove further filters. */
  readonly unfiltered?: Query;
  /** Whether the address has further filters. */
  readonly isFiltered?: boolean;
  readonly words: ListWords;
};

/** A page of records by name, with the buttons for the page before it and for the next one. */
export function NamedList(props: NamedListProps) {
  const { label, name, columns, rows, count, most, of, unfiltered, isFiltered = false, words: own } = props;
  const { text, page } = of;
  const isPart = isFiltered || text !== '' || page > 1;
  if (rows.length === 0)
    return (
      <p>
        {isPart ? own.noMatch : own.none}{' '}
        {isPart && (
          <button type="button" onClick={() => amend({ text: '', page: '', ...unfiltered }, { push: true })}>
            {own.removeFilter}
          </button>
        )}
      </p>
    );
  const isCut = rows.length === most && (text !== '' || page * most < count);
  return (
    <>
      <p class="quiet">{own.shown(rows.length, text === '' ? count : rows.length)}</p>
      <table class={name} aria-label={label}>
        <TableHead columns={columns} />
        <tbody>{rows}</tbody>
      </table>
      {(isCut || page > 1) && (
        <p class="comparison">
          {page > 1 && (
            <button type="button" onClick={() => amend({ page: page > 2 ? page - 1 : '' }, { push: true })}>
              {own.previousPage}
            </button>
          )}
          {isCut && (
            <button type="button" onClick={() => amend({ page: page + 1 }, { push: true })}>
              {own.nextPage}
            </button>
          )}
        </p>
      )}
    </>
  );
}

/** The search field for names. The list follows while a person types. */
export function NameField({ text }: Pick<PartOfList, 'text'>) {
  const [value, type] = useTyped(text, (next) => amend({ text: next.trim(), page: '' }));
  return (
    <input
      type="search"
      maxLength={fieldLengthMax}
      value={value}
      aria-label={words.partOfName()}
      placeholder={words.partOfName()}
      onInput={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
