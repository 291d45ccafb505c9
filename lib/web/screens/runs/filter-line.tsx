import { useState } from 'preact/hooks';
import { amend } from '../../addresses/router.ts';
import { useTyped } from '../../components/edited-field.ts';
import { fieldLengthMax } from '../../components/field-length.ts';
import { StateMark } from '../../components/state-mark.tsx';
import { isExpression } from '../../json/expression.ts';
import * as words from '../../words/runs.ts';
import { partsOf, type RunsFilter, states } from './filter.ts';

/** The filters of the list in one line. Each change of a filter changes the address. */
export function FilterLine({ filter }: { readonly filter: RunsFilter }) {
  const [isOpen, open] = useState(partsOf(filter).some(({ name }) => name !== 'q' && name !== 'text'));
  return (
    <search class={isOpen ? 'filters open' : 'filters'} aria-label={words.filters()}>
      <Search filter={filter} />
      <button type="button" class="opener" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        {words.filters()}
      </button>
      <div class="rest">
        <Typed name="test" label={words.test()} value={filter.test ?? ''} />
        <fieldset>
          <legend class="aside">{words.states()}</legend>
          {states.map((state) => {
            const isOn = filter.state.includes(state);
            const next = isOn ? filter.state.filter((each) => each !== state) : [...filter.state, state];
            return (
              <button
                key={state}
                type="button"
                class="toggle"
                aria-pressed={isOn}
                onClick={() => amend({ state: next }, { push: true })}
              >
                <StateMark state={state} />
              </button>
            );
          })}
        </fieldset>
        <Day name="from" label={words.from()} value={filter.from ?? ''} />
        <Day name="to" label={words.to()} value={filter.to ?? ''} />
        <button
          type="button"
          class="toggle"
          aria-pressed={filter.trash !== undefined}
          onClick={() => amend({ trash: filter.trash === undefined ? 1 : '' }, { push: true })}
        >
          {words.inTrash()}
        </button>
        {partsOf(filter).length > 1 && (
          <button
            type="button"
            class="plain"
            onClick={() =>
              amend({ q: '', text: '', test: '', state: [], from: '', to: '', trash: '' }, { push: true })
            }
          >
            {words.removeAll()}
          </button>
        )}
      </div>
    </search>
  );
}

/**
 * The search field. Words are searched while a person types. An expression is sent with Enter, because
 * Downpour must read documents for it.
 */
function Search({ filter }: { readonly filter: RunsFilter }) {
  const present = filter.q ?? filter.text ?? '';
  const [value, type] = useTyped(present, (next) => {
    if (!isExpression(next)) amend({ text: next.trim(), q: '' });
  });
  return (
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        const next = value.trim();
        amend(isExpression(next) ? { q: next, text: '' } : { text: next, q: '' }, { push: true });
      }}
    >
      <input
        type="search"
        maxLength={fieldLengthMax}
        value={value}
        aria-label={words.searchLabel()}
        placeholder={words.search()}
        class={isExpression(value) ? 'mono' : undefined}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </form>
  );
}

type FieldProps = { readonly name: 'test' | 'from' | 'to'; readonly label: string; readonly value: string };

function Typed({ name, label, value: present }: FieldProps) {
  const [value, type] = useTyped(present, (next) => amend({ [name]: next.trim() }));
  return (
    <label>
      <span class="aside">{label}</span>
      <input
        maxLength={fieldLengthMax}
        value={value}
        size={18}
        placeholder={label}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
    </label>
  );
}

/** A day. While a person types its year, a browser reports the years 2, 20 and 202, which are no filters. */
function Day({ name, label, value }: FieldProps) {
  const [day, type] = useTyped(value.slice(0, 10), (next) => {
    if (next === '' || next >= '1000') amend({ [name]: next }, { push: true });
  });
  return (
    <label>
      <span class="quiet">{label} </span>
      <input type="date" value={day} onInput={({ currentTarget }) => type(currentTarget.value)} />
      {value.length > 10 && ` ${value.slice(11)}`}
    </label>
  );
}
