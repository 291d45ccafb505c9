import { signal } from '@preact/signals';

/** The text that a screen reader reads aloud when it changes. */
export const announced = signal('');

/** Announces a result to screen readers. Changing screens do this once in five seconds at most. */
export function announce(text: string): void {
  announced.value = text;
}
