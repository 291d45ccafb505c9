import { signal } from '@preact/signals';

/** The text that a screen reader reads aloud when it changes. */
export const announced = signal('');

/**
 * Announces a result or a verdict to screen readers. Screens that change each second call this at most once
 * in five seconds.
 */
export function announce(text: string): void {
  // A screen reader reads only a text that differs from the previous text. So an invisible space is added to
  // an equal text.
  announced.value = text === announced.peek() ? `${text}\u00a0` : text;
}
