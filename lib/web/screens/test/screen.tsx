import { useEffect, useState } from 'preact/hooks';
import type { Test } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { ChangeList } from '../../components/change-list/change-list.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { Zone } from '../../components/moment.tsx';
import { useChanges } from '../../data/changes.ts';
import { useTest } from '../../data/one-test.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as changeWords from '../../words/changes.ts';
import { product, screenNames } from '../../words/frame.ts';
import * as words from '../../words/tests/test.ts';
import { Labels } from './labels.tsx';
import { Runs } from './runs.tsx';
import { Settings } from './settings/settings.tsx';
import { Trend } from './trend.tsx';

/** The screen of a test: the trend of its runs, and further parts. The address has the test's id or name. */
export function Screen({ address: { query }, parameters: { id = '', part = '' } }: ScreenProps) {
  const { key, ...test } = useTest(id);
  const name = test.value?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${product}`;
  }, [name]);
  return (
    <>
      <h1>{name ?? `${screenNames.test} ${id}`}</h1>
      <Part of={test} name={key} rows={2}>
        {(found) => (
          <>
            <p class="quiet">
              {found.owner} · {words.readers(found.access)}
              {found.description && ` · ${found.description}`}
            </p>
            <Parts id={id} part={part} />
            <Content test={found} cacheKey={key} part={part} query={query} />
          </>
        )}
      </Part>
      {test.error !== undefined && test.value === undefined && (
        <p>
          <a href={addressOf('tests')}>{words.allTests()}</a>
        </p>
      )}
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

function Parts({ id, part }: { readonly id: string; readonly part: string }) {
  return (
    <nav aria-label={words.partsLabel()}>
      <ul class="parts">
        {Object.entries(words.parts).map(([name, word]) => (
          <li key={name}>
            <a
              href={name === '' ? addressOf('test', { id }) : addressOf('testPart', { id, part: name })}
              aria-current={name === part ? 'page' : undefined}
            >
              {word}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ContentProps = {
  readonly test: Test;
  /** The key of the test in the cache. */
  readonly cacheKey: string;
  readonly part: string;
  readonly query: URLSearchParams;
};

function Content({ test, cacheKey, part, query }: ContentProps) {
  switch (part) {
    case '':
      return <Trend test={test.id} query={query} />;
    case 'runs':
      return <Runs test={test.id} name={test.name} />;
    case 'labels':
      return <Labels test={test.id} query={query} />;
    case 'changes':
      return <Changes test={test.id} />;
    case 'settings':
      return <Settings test={test} cacheKey={cacheKey} />;
    default:
      return <p>{words.noPart(part)}</p>;
  }
}

function Changes({ test }: { readonly test: number }) {
  const [pages, setPages] = useState(1);
  const { key, ...loaded } = useChanges({ test }, pages);
  return (
    <Part of={loaded} name={key} rows={8}>
      {({ changes, hasMore }) => (
        <>
          {changes.length === 0 ? (
            <p>{changeWords.empty()}</p>
          ) : (
            <ChangeList changes={changes} withTest={false} />
          )}
          {hasMore && (
            <button type="button" onClick={() => setPages(pages + 1)}>
              {changeWords.more()}
            </button>
          )}
        </>
      )}
    </Part>
  );
}
