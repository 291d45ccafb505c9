import { states } from '../words/frame.ts';

type State = keyof typeof states;

const marks: Readonly<Record<State, string>> = {
  passed: '✓',
  failed: '✗',
  inconclusive: '?',
  stopped: '■',
  incomplete: '…',
  running: '●',
  starting: '●',
  aborted: '■',
};

const isState = (state: string): state is State => Object.hasOwn(marks, state);

/** A state as mark, word and colour. `short`: the word is for screen readers only. */
export function StateMark({ state, short = false }: { readonly state: string; readonly short?: boolean }) {
  const known = isState(state);
  return (
    <span class={`state state-${known ? state : 'other'}`}>
      <span aria-hidden="true">{known ? marks[state] : '–'}</span>
      <span class={short ? 'aside' : 'word'}> {known ? states[state] : state}</span>
    </span>
  );
}
