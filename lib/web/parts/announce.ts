import { signal } from '@preact/signals';

/** The text of the live region, which a screen reader speaks when it changes. */
export const announced = signal('');

/** Speaks a result or a verdict. Screens that update each second call this at most once in five seconds. */
export function announce(text: string): void {
  announced.value = text;
}
