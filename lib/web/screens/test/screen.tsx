import { useEffect, useState } from 'preact/hooks';
import type { Test } from '../../../api.generated.ts';
import { addressOf } from '../../addresses/table.ts';
import { Part } from '../../components/answer-part.tsx';
import { ChangeList } from '../../components/change-list/change-list.tsx';
import { Zone } from '../../components/moment.tsx';
import { useChanges } from '../../data/changes.ts';
import { useTest } from '../../data/one-test.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as changeWords from '../../words/changes.ts';
import { product, screenNames } from '../../words/frame.ts';
import * as words from '../../words/test.ts';
import { Labels } from './labels.tsx';
import { Runs } from './runs.tsx';
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
            <Content test={found} part={part} query={query} />
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

type ContentProps = { readonly test: Test; readonly part: string; readonly query: URLSearchParams };

function Content({ test, part, query }: ContentProps) {
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
      return <Settings test={test} />;
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

/** The settings of the test. This page only shows them, and the API changes them. */
function Settings({ test }: { readonly test: Test }) {
  return (
    <>
      <dl class="settings">
        {Object.entries(words.settings).map(([name, word]) => (
          <div key={name}>
            <dt>{word}</dt>
            <dd>
              {name === 'access'
                ? words.access[test.access]
                : settingText(test[name as keyof typeof words.settings])}
            </dd>
          </div>
        ))}
      </dl>
      <p class="quiet">
        {words.settingsHelp()} <code>PUT /api/test</code>
      </p>
    </>
  );
}

function settingText(value: string | boolean | readonly string[] | null | undefined): string {
  if (typeof value === 'boolean') return value ? words.yes() : words.no();
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? '');
  return text === '' ? words.none() : text;
}
