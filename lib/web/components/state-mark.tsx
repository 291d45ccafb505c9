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

/**
 * The state of a run as a sign, a word and a colour.
 * @param short true: only screen readers get the word.
 */
export function StateMark({ state, short = false }: { readonly state: string; readonly short?: boolean }) {
  const known = isState(state);
  return (
    <span class={`state state-${known ? state : 'other'}`}>
      <span aria-hidden="true">{known ? marks[state] : '–'}</span>
      <span class={short ? 'aside' : 'word'}> {known ? states[state] : state}</span>
    </span>
  );
}
