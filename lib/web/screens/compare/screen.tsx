import { idsOf } from '../../addresses/ids.ts';
import { Part } from '../../components/loaded-part.tsx';
import { reload } from '../../data/cache.ts';
import { type Compared, useComparison } from '../../data/runs/comparison.ts';
import type { ScreenProps } from '../../shell/screen-host.tsx';
import * as words from '../../words/compare.ts';
import { screenNames } from '../../words/frame.ts';
import { Result } from './result.tsx';
import { SidesForm } from './sides-form.tsx';

/**
 * The screen that compares runs with runs. The address contains both sides, the limits, and whether runs with
 * different loads are compared.
 */
export function Screen({ address: { query } }: ScreenProps) {
  const [baseText, freshText] = [query.get('base') ?? '', query.get('new') ?? ''];
  const [base, fresh] = [listOf(baseText), listOf(freshText)];
  const compared: Compared = {
    base: base ?? [],
    fresh: fresh ?? [],
    gates: query.getAll('gate'),
    differ: query.get('differ') === '1',
  };
  const { key, ...comparison } = useComparison(compared);
  const wrong = [base === undefined && baseText, fresh === undefined && freshText].filter(
    (text) => text !== false,
  );
  const isAsked = compared.base.length > 0 && compared.fresh.length > 0;
  return (
    <>
      <h1>{screenNames.compare}</h1>
      {wrong.map((text) => (
        <p role="alert" key={text}>
          {words.notRuns(text)}
        </p>
      ))}
      {!isAsked && wrong.length === 0 && <p>{words.explain()}</p>}
      {isAsked && (
        <Part of={comparison} name={key} rows={14}>
          {(found) => <Result comparison={found} />}
        </Part>
      )}
      <SidesForm
        base={baseText}
        fresh={freshText}
        compared={compared}
        again={() => {
          if (comparison.error !== undefined) reload(key);
        }}
      />
    </>
  );
}

/**
 * The ids in a text of the address. Empty for an empty text, and undefined for a text that is not a list of
 * ids.
 */
const listOf = (text: string): readonly number[] | undefined => (text === '' ? [] : idsOf(text));
