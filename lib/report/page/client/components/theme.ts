/**
 * Charts on a canvas read their colours from the custom properties of the styles, so that they follow the
 * theme of the page.
 */

const listeners = new Set<() => void>();

/** The current value of a custom property that is a colour. */
export const colour = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * Calls the listener when the theme changes, before a print and after it.
 *
 * @returns a function that removes the listener.
 */
export function onTheme(listener: () => void): () => void {
  if (!listening) listen();
  listening = true;
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls the listeners, because the page has changed its theme itself. */
export function themeChanged(): void {
  for (const listener of listeners) listener();
}

let listening = false;

function listen(): void {
  const light = (isPrint: boolean) => () => {
    document.documentElement.toggleAttribute('data-print', isPrint);
    themeChanged();
  };
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', themeChanged);
  matchMedia('print').addEventListener('change', ({ matches }) => light(matches)());
  addEventListener('beforeprint', light(true));
  addEventListener('afterprint', light(false));
}
