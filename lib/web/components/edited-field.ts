import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Milliseconds after the last key until a text is reported. */
const typingMs = 250;

/**
 * The text of a field that a person edits. A change of the text in the address replaces it before the next
 * frame, so that no frame shows a field with the result of another text, and no key is lost meanwhile.
 *
 * A blank at the end of the text is kept, although the address has no blank, because the person may type the
 * next word.
 */
export function useEdited(present: string): [string, (value: string) => void] {
  const [value, setValue] = useState(present);
  useLayoutEffect(() => setValue((typed) => (typed.trim() === present ? typed : present)), [present]);
  return [value, setValue];
}

/** The text of a field as `useEdited` has it. A change by the person is reported after a pause. */
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
