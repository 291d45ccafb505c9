import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds after the last key before the typed text is reported. */
const typingMs = 250;

/**
 * The text of a field that a person edits. When the text in the address changes, it replaces the text of the
 * field before the next frame. So the page never shows a field with the result of another text, and no key is
 * lost. A space at the end of the text is kept, although the address has no space, because the person may
 * type the next word.
 */
export function useEdited(present: string): [string, (value: string) => void] {
  const [value, setValue] = useState(present);
  useLayoutEffect(() => setValue((typed) => (typed.trim() === present ? typed : present)), [present]);
  return [value, setValue];
}

/** The text of a field, as in `useEdited`. A change by the person is reported after a pause in typing. */
export function useTyped(
  present: string,
  report: (value: string) => void,
): [string, (value: string) => void] {
  const [value, setValue] = useEdited(present);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (next: string): void => {
    setValue(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(next), typingMs);
  };
  return [value, type];
}
