import type { TestListing, TestSummary } from '../../../api.generated.ts';
import { exactly } from '../../../report/units.ts';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/answer-part.tsx';
import { fieldLengthMax } from '../../components/field-length.ts';
import { Moment, Zone } from '../../components/moment.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { useTyped } from '../../components/typed-text.ts';
import { testsMax, useFolders, useTests } from '../../data/lists/tests.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/tests.ts';
import { type ListOf, listOf } from './list-of.ts';

/** The screen with the tests of a folder. Each has its newest run and a spark line of its last runs. */
export function Screen({ address: { query } }: ScreenProps) {
  const { folder, text, page } = listOf(query);
  const { key, ...tests } = useTests(folder, text, page);
  return (
    <>
      <h1>{screenNames.tests}</h1>
      <search class="filters">
        <Name text={text} />
        <Folder folder={folder} />
      </search>
      <Part of={tests} name={key} rows={8}>
        {(listing) => <Listing listing={listing} of={{ folder, text, page }} />}
      </Part>
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

type ListingProps = { readonly listing: TestListing; readonly of: ListOf };

function Listing({ listing: { tests, count }, of: { folder, text, page } }: ListingProps) {
  const isPart = folder !== '*' || text !== '' || page > 1;
  if (tests.length === 0)
    return (
      <p>
        {isPart ? words.noMatch() : words.noTests()}{' '}
        {isPart && (
          <button type="button" onClick={() => amend({ text: '', folder: '', page: '' }, { push: true })}>
            {words.removeFilter()}
          </button>
        )}
      </p>
    );
  // With a name in the filter, `count` has all tests.
  const isCut = tests.length === testsMax && (text !== '' || page * testsMax < count);
  return (
    <>
      <p class="quiet">{words.shown(tests.length, text === '' ? count : tests.length)}</p>
      <table class="tests" aria-label={screenNames.tests}>
        <TableHead
          columns={[
            words.columns.name,
            words.columns.newest,
            words.columns.line,
            [words.columns.runs, 'number'],
            words.columns.changes,
            words.columns.folder,
          ]}
        />
        <tbody>
          {tests.map((test) => (
            <Row key={test.id} test={test} />
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

function Row({ test }: { readonly test: TestSummary }) {
  const { id, name, runs, outcomes = [], openChanges = 0, folder } = test;
  const newest = outcomes.at(-1);
  return (
    <tr>
      <td>
        <a href={addressOf('test', { id })}>{name}</a>
      </td>
      <td class="newest">
        {newest === undefined ? (
          <span class="quiet">{words.never()}</span>
        ) : (
          <>
            {newest.state !== null && <StateMark state={newest.state} short />}{' '}
            <a href={addressOf('run', { id: newest.id })}>{newest.id}</a>{' '}
            <span class="quiet">
              <Moment ms={newest.start} />
            </span>
          </>
        )}
      </td>
      <td>{outcomes.length > 0 && <Spark runs={outcomes} />}</td>
      <td class="number">
        <a href={addressOf('runs', {}, { test: name })}>{exactly(runs)}</a>
      </td>
      <td>
        {openChanges > 0 && (
          <a href={addressOf('testPart', { id, part: 'changes' })}>{words.openChanges(openChanges)}</a>
        )}
      </td>
      <td class="quiet">{folder}</td>
    </tr>
  );
}

/** The search field for names. The list follows while a person types. */
function Name({ text }: { readonly text: string }) {
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

function Folder({ folder }: { readonly folder: string }) {
  const { value = [] } = useFolders();
  const known = value.flatMap((each) => each ?? []);
  if (known.length === 0) return null;
  return (
    <label>
      <span class="quiet">{words.folder()} </span>
      <select
        value={folder}
        onChange={({ currentTarget: { value: next } }) =>
          amend({ folder: next === '*' ? '' : next === '' ? '/' : next, page: '' }, { push: true })
        }
      >
        <option value="*">{words.allFolders()}</option>
        <option value="">{words.root()}</option>
        {known.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
