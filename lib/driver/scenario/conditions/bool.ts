import type { ValueTest } from './value-test.ts';

/** Text that begins with the wanted word in any case of letters; a number is neither true nor false. */
export function compileBoolTest(wanted: boolean): ValueTest {
  const word = String(wanted);
  return (_session, _sequence, value) =>
    typeof value === 'string' && value.slice(0, word.length).toLowerCase() === word;
}
