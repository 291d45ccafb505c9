import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSignedIn, keepText, keptText } from '../data/session.ts';

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

/** Values that a person has entered and not sent. */
const drafts = new Map<string, unknown>();
isSignedIn.subscribe((isIn) => {
  if (!isIn) drafts.clear();
});

/**
 * The value of a form that a person edits and sends. It survives a sign-in, which shows another screen
 * meanwhile. Another value in the address replaces it.
 * @param present the value in the address.
 * @param name the name of the form on its screen.
 */
export function useDraft<T>(present: T, name: string): [T, (value: T) => void] {
  const place = `${location.pathname} ${name} ${JSON.stringify(present)}`;
  const kept = (): T => (drafts.has(place) ? (drafts.get(place) as T) : present);
  const [value, setValue] = useState(kept);
  const before = useRef(place);
  useLayoutEffect(() => {
    if (before.current === place) return;
    drafts.delete(before.current);
    before.current = place;
    setValue(kept);
  }, [place]);
  const edit = (next: T): void => {
    drafts.set(place, next);
    setValue(next);
  };
  return [value, edit];
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

/**
 * A long text that a person types. It survives a sign-in and a reload of the page, but not a sign-out. A
 * secret must not be such a text.
 * @param name the name of the text in the storage of the tab.
 */
export function useKeptText(name: string): [string, (value: string) => void] {
  const [value, setValue] = useState(() => keptText(name) ?? '');
  const edit = (next: string): void => {
    keepText(name, next);
    setValue(next);
  };
  return [value, edit];
}
