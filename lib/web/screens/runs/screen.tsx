import { useEffect } from 'preact/hooks';
import { idsOf, idsText } from '../../addresses/ids.ts';
import { amend, go } from '../../addresses/router.ts';
import { addressOf } from '../../addresses/table.ts';
import { announce } from '../../components/announce.ts';
import { Bars, Failure } from '../../components/loaded-part.tsx';
import { Zone } from '../../components/moment.tsx';
import { RunList } from '../../components/run-list/run-list.tsx';
import { type RunWalk, useRunWalk } from '../../data/lists/run-list.ts';
import { countOf } from '../../data/lists/run-pages.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import { screenNames } from '../../words/frame.ts';
import * as words from '../../words/runs.ts';
import { filterOf, listQuery, marked, partsOf, type RunsFilter, type Sides } from './filter.ts';
import { FilterLine } from './filter-line.tsx';

/**
 * The screen with the list of runs and its filters. The address contains the whole filter and the marked
 * runs.
 */
export function Screen({ address: { query } }: ScreenProps) {
  const filter = filterOf(query);
  const walk = useRunWalk(listQuery(filter));
  const sides = sidesOf(query);
  const isFiltered = partsOf(filter).length > 0;
  const compare = (): void => {
    if (sides.base.length > 0 && sides.fresh.length > 0)
      go(addressOf('compare', {}, { base: idsText(sides.base), new: idsText(sides.fresh) }));
  };
  return (
    <>
      <h1>{screenNames.runs}</h1>
      <FilterLine filter={filter} />
      <div class="run-facts">
        <Progress walk={walk} isFiltered={isFiltered} />
        <Comparison sides={sides} compare={compare} />
      </div>
      <Found walk={walk} filter={filter} sides={sides} compare={compare} />
      <p class="quiet">
        {countOf(walk.state.value.list) > 0 && (
          <span class="keys" id="run-keys">
            {words.keys()}{' '}
          </span>
        )}
        <Zone />
      </p>
    </>
  );
}

type FoundProps = {
  readonly walk: RunWalk;
  readonly filter: RunsFilter;
  readonly sides: Sides;
  readonly compare: () => void;
};

function Found({ walk, filter, sides, compare }: FoundProps) {
  const { list, loading, error } = walk.state.value;
  const count = countOf(list);
  return (
    <>
      {error !== undefined && <Failure error={error} retry={walk.more} />}
      {count > 0 && (
        <RunList
          walk={walk}
          sideOf={(id) => (sides.base.includes(id) ? 'base' : sides.fresh.includes(id) ? 'fresh' : undefined)}
          mark={(id) => markInAddress(marked(sides, id))}
          compare={compare}
        />
      )}
      {count === 0 && loading && <Bars rows={8} />}
      {count === 0 && !loading && error === undefined && <Nothing filter={filter} />}
    </>
  );
}

/** Shows the number of runs. For a filtered list, it shows how many runs the server has read so far. */
function Progress({ walk, isFiltered }: { readonly walk: RunWalk; readonly isFiltered: boolean }) {
  const { list, loading, stopped } = walk.state.value;
  const { total, looked, left = 0, next } = list;
  const found = countOf(list);
  const text =
    total !== undefined && !isFiltered
      ? words.totalOf(total)
      : next === undefined
        ? words.foundAll(found)
        : words.foundSoFar(found);
  useEffect(() => {
    if (!loading && list.pages.length > 0) announce(text);
  }, [text, loading]);
  if (looked === undefined && total === undefined) return <p class="quiet" />;
  return (
    <p class="quiet">
      {text}
      {looked !== undefined && `, ${words.lookedAt(looked, left)}`}
      {loading && isFiltered && (
        <>
          {`, ${words.goingOn()} `}
          <button type="button" onClick={walk.stop}>
            {words.stop()}
          </button>
        </>
      )}
      {stopped && next !== undefined && (
        <>
          {' '}
          <button type="button" onClick={walk.more}>
            {words.goOn()}
          </button>
        </>
      )}
    </p>
  );
}

function Comparison({
  sides: { base, fresh },
  compare,
}: {
  readonly sides: Sides;
  readonly compare: () => void;
}) {
  if (base.length + fresh.length === 0) return null;
  return (
    <p class="comparison">
      <button type="button" disabled={base.length === 0 || fresh.length === 0} onClick={compare}>
        {words.compare(base.length, fresh.length)}
      </button>
      <button type="button" class="plain" onClick={() => markInAddress({ base: [], fresh: [] })}>
        {words.unmark()}
      </button>
    </p>
  );
}

/** Shown for an empty list: how to make a run, or which part of the filter to remove. */
function Nothing({ filter }: { readonly filter: RunsFilter }) {
  const parts = partsOf(filter);
  if (parts.length === 0)
    return (
      <>
        <p>{words.noRuns()}</p>
        <p>
          {words.firstRun()} <code>{words.firstCommand()}</code>
        </p>
      </>
    );
  return (
    <>
      <p>{words.noMatch()}</p>
      <ul class="words">
        {parts.map(({ name, value, without }) => (
          <li key={name + value}>
            <button type="button" onClick={() => amend(without, { push: true })}>
              {words.removePart(words.filterPart(name, value))}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const sidesOf = (query: URLSearchParams): Sides => ({
  base: idsOf(query.get('base') ?? '') ?? [],
  fresh: idsOf(query.get('new') ?? '') ?? [],
});

const markInAddress = ({ base, fresh }: Sides): void => amend({ base: idsText(base), new: idsText(fresh) });
