import { type Signal, signal } from '@preact/signals';
import { browserStorage } from './browser-storage.ts';

/** The time zone of times, if the address selects none. `local`: the zone of the reader. */
export const preferredZone = preference('downpour.zone', ['local', 'UTC']);

/**
 * Whether keys without Ctrl have an effect on the whole page. Speech input can press such a key by mistake
 * (WCAG 2.1.4).
 */
export const singleKeys = preference('downpour.single-keys', ['on', 'off']);

/**
 * A choice that this browser stores for all tabs. A sign-out does not remove it, because it is not private.
 * @param values the first one applies until a person chooses.
 */
export function preference<const T extends string>(name: string, values: readonly [T, ...T[]]): Signal<T> {
  const read = (): T => {
    const kept = browserStorage('localStorage')?.getItem(name);
    return values.find((each) => each === kept) ?? values[0];
  };
  const chosen = signal(read());
  chosen.subscribe((next) => {
    if (next === read()) return;
    const store = browserStorage('localStorage');
    if (next === values[0]) store?.removeItem(name);
    else store?.setItem(name, next);
  });
  addEventListener('storage', ({ key }) => {
    if (key === name) chosen.value = read();
  });
  return chosen;
}
