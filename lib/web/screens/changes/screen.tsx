import { useState } from 'preact/hooks';
import { amend } from '../../addresses/router.ts';
import { largestFirst } from '../../components/change-list/change-facts.ts';
import { ChangeList } from '../../components/change-list/change-list.tsx';
import { Choice } from '../../components/choice.tsx';
import { Part } from '../../components/loaded-part.tsx';
import { Zone } from '../../components/moment.tsx';
import { useChanges } from '../../data/changes.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/changes.ts';
import { screenNames } from '../../words/frame.ts';

/** The screen with the changes of all tests. By default it shows changes that no person has confirmed. */
export function Screen({ address: { query } }: ScreenProps) {
  const { state, test, order } = chosenIn(query);
  const [pages, setPages] = useState(1);
  const filter = { test, state: state === 'all' ? undefined : state };
  const { key, ...loaded } = useChanges(filter, pages);
  return (
    <>
      <h1>{screenNames.changes}</h1>
      <Filters state={state} order={order} />
      {test !== undefined && (
        <p>
          <button type="button" onClick={() => amend({ test: '' }, { push: true })}>
            {words.allTests()}
          </button>
        </p>
      )}
      <Part of={loaded} name={key} rows={8}>
        {({ changes, hasMore }) => (
          <>
            <p class="facts">{words.found(changes.length, hasMore)}</p>
            {changes.length === 0 ? (
              <p>{state === 'confirmed' ? words.emptyConfirmed() : words.empty()}</p>
            ) : (
              <ChangeList changes={order === 'size' ? largestFirst(changes) : changes} withTest />
            )}
            {hasMore && (
              <button type="button" onClick={() => setPages(pages + 1)}>
                {words.more()}
              </button>
            )}
          </>
        )}
      </Part>
      <p class="quiet">
        <Zone />
      </p>
    </>
  );
}

type Chosen = {
  readonly state: keyof typeof words.states;
  readonly order: keyof typeof words.orders;
  readonly test: number | undefined;
};

function chosenIn(query: URLSearchParams): Chosen {
  const [state, test] = [query.get('state'), Number(query.get('test'))];
  return {
    state: state === 'confirmed' || state === 'all' ? state : 'open',
    order: query.get('order') === 'time' ? 'time' : 'size',
    test: Number.isInteger(test) && test > 0 ? test : undefined,
  };
}

function Filters({ state, order }: Pick<Chosen, 'state' | 'order'>) {
  return (
    <search class="filters">
      <Choice
        label={words.state()}
        value={state}
        options={Object.entries(words.states)}
        choose={(value) => amend({ state: value === 'open' ? '' : value }, { push: true })}
      />
      <Choice
        label={words.order()}
        value={order}
        options={Object.entries(words.orders)}
        choose={(value) => amend({ order: value === 'size' ? '' : value }, { push: true })}
      />
    </search>
  );
}
