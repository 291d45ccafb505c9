import type { TestListing, TestSummary } from '../../../api.generated.ts';
import { exactly } from '../../../report/units.ts';
import { amend } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/loaded-part.tsx';
import { Moment, Zone } from '../../components/moment.tsx';
import { NamedList, NameField } from '../../components/named-list/named-list.tsx';
import { Spark } from '../../components/spark/spark.tsx';
import { StateMark } from '../../components/state-mark.tsx';
import { testsMax, useFolders, useTests } from '../../data/lists/tests.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/tests/tests.ts';
import { type ListOf, listOf } from './list-address.ts';

/** The screen with the tests of a folder. Each has its newest run and a spark line of its last runs. */
export function Screen({ address: { query } }: ScreenProps) {
  const of = listOf(query);
  const { key, ...tests } = useTests(of.folder, of.text, of.page);
  return (
    <>
      <h1>{screenNames.tests}</h1>
      <search class="filters">
        <NameField text={of.text} />
        <Folder folder={of.folder} />
      </search>
      <Part of={tests} name={key} rows={8}>
        {(listing) => <Listing listing={listing} of={of} />}
      </Part>
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

type ListingProps = { readonly listing: TestListing; readonly of: ListOf };

const Listing = ({ listing: { tests, count }, of }: ListingProps) => (
  <NamedList
    label={screenNames.tests}
    name="tests"
    columns={[
      words.columns.name,
      words.columns.newest,
      words.columns.line,
      [words.columns.runs, 'number'],
      words.columns.changes,
      words.columns.folder,
    ]}
    rows={tests.map((test) => <Row key={test.id} test={test} />)}
    count={count}
    most={testsMax}
    of={of}
    unfiltered={{ folder: '' }}
    isFiltered={of.folder !== '*'}
    words={words.list}
  />
);

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
