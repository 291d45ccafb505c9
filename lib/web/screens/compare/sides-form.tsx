import { amend } from '../../addresses/router.ts';
import { useDraft } from '../../components/drafts.ts';
import type { Compared } from '../../data/runs/comparison.ts';
import * as words from '../../words/compare.ts';

type SidesFormProps = {
  readonly base: string;
  readonly fresh: string;
  readonly compared: Compared;
  /** Loads the comparison again when the form is sent, after an error. */
  readonly again: () => void;
};

/** A form for the runs of both sides and the limits. All values are written into the address together. */
export function SidesForm({ base, fresh, compared: { gates, differ }, again }: SidesFormProps) {
  const [sides, change] = useDraft({ base, new: fresh, gate: gates.join(' '), differ }, 'sides');
  const field = (name: 'base' | 'new' | 'gate', label: string, placeholder: string) => (
    <label>
      {label}{' '}
      <input
        value={sides[name]}
        placeholder={placeholder}
        onInput={({ currentTarget: { value } }) => change({ ...sides, [name]: value })}
      />
    </label>
  );
  return (
    <form
      class="sides"
      onSubmit={(event) => {
        event.preventDefault();
        again();
        const gate = sides.gate.split(/\s+/).filter((text) => text !== '');
        amend(
          { base: sides.base.trim(), new: sides.new.trim(), gate, differ: sides.differ ? 1 : undefined },
          { push: true },
        );
      }}
    >
      {field('base', words.base(), '11..15')}
      {field('new', words.fresh(), '16..20')}
      {field('gate', words.gates(), words.gatesExample())}
      <label class="check">
        <input
          type="checkbox"
          checked={sides.differ}
          onInput={({ currentTarget: { checked } }) => change({ ...sides, differ: checked })}
        />{' '}
        {words.differ()}
      </label>
      <button type="submit">{words.compare()}</button>
    </form>
  );
}
