import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isSignedIn, keepText, keptText } from '../data/session.ts';

/** Values that a person has entered and not sent. Those that fit are also in the storage of the tab. */
const drafts = new Map<string, unknown>();

isSignedIn.subscribe((isIn) => {
  if (!isIn) drafts.clear();
});

/**
 * The value of a form that a person edits and sends. It survives a sign-in, which replaces the screen for a
 * while, and a reload of the page. A sign-out removes it. A new value in the address replaces it. The value
 * is stored in the tab, so it must not be a secret.
 * @param present the value in the address.
 * @param name the name of the form on its screen.
 * @returns the value, a function that changes it, and whether the person has entered it before the screen was
 * shown and has not changed it since.
 */
export function useDraft<T>(present: T, name: string): [T, (value: T) => void, boolean] {
  const place = `${location.pathname} ${name} ${JSON.stringify(present)}`;
  const [value, setValue] = useState(() => draftAt(place, present));
  const [isRestored, setRestored] = useState(value !== present);
  const before = useRef(place);
  useLayoutEffect(() => {
    if (before.current === place) return;
    keepDraft(before.current, undefined);
    before.current = place;
    const next = draftAt(place, present);
    setValue(next);
    setRestored(next !== present);
  }, [place]);
  const edit = (next: T): void => {
    keepDraft(place, next === present ? undefined : next);
    setValue(next);
    setRestored(false);
  };
  return [value, edit, isRestored];
}

function draftAt<T>(place: string, present: T): T {
  if (drafts.has(place)) return drafts.get(place) as T;
  const text = keptText(place);
  return text === undefined ? present : (JSON.parse(text) as T);
}

/** Stores the entered value of a form. Undefined removes it. */
function keepDraft(place: string, value: unknown): void {
  if (value === undefined) drafts.delete(place);
  else drafts.set(place, value);
  keepText(place, value === undefined ? undefined : JSON.stringify(value));
}

/**
 * A long text that a person types. It survives a sign-in and a reload of the page, but not a sign-out. The
 * text is stored in the tab, so it must not be a secret.
 * @param name the name of the text in the storage of the tab.
 * @returns the text, a function that changes it, and whether the text was typed before the screen was shown
 * and has not changed since.
 */
export function useKeptText(name: string): [string, (value: string) => void, boolean] {
  const [value, setValue] = useState(() => keptText(name) ?? '');
  const [isRestored, setRestored] = useState(value.trim() !== '');
  const edit = (next: string): void => {
    keepText(name, next === '' ? undefined : next);
    setValue(next);
    setRestored(false);
  };
  return [value, edit, isRestored];
}
