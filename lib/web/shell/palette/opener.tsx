import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { address } from '../../addresses/router.ts';
import { singleKeys } from '../../data/preferences.ts';
import { heldKey } from '../../data/session.ts';
import * as words from '../../words/frame.ts';
import { codeFailure } from '../code-failure.ts';
import type { PaletteProps } from './palette.tsx';

/** The code of the palette, which a browser loads when the palette is opened for the first time. */
const code = signal<ComponentType<PaletteProps> | undefined>(undefined);
/** The text with which the palette is open. Undefined: it is closed. */
const begun = signal<string | undefined>(undefined);
/** The reason why the code of the palette (the dialog for finding and doing things) could not be loaded. */
export const paletteFailure = signal<string | undefined>(undefined);

const isOffered = (): boolean => address.value.found?.screen !== 'login';

function open(): void {
  if (!isOffered()) return;
  begun.value ??= '';
  paletteFailure.value = undefined;
  if (code.peek() === undefined) void load();
}

function close(): void {
  begun.value = undefined;
}

async function load(): Promise<void> {
  try {
    const { Palette } = await import('./palette.tsx');
    code.value = Palette;
  } catch (error) {
    close();
    paletteFailure.value = await codeFailure(error);
  }
}

/** The button of the bar that opens the palette. */
export function PaletteButton() {
  if (!isOffered()) return null;
  return (
    <button
      type="button"
      class="find"
      aria-haspopup="dialog"
      aria-keyshortcuts={singleKeys.value === 'on' ? 'Control+K /' : 'Control+K'}
      onClick={open}
    >
      {words.find()} <span class="keys quiet">{words.findKeys()}</span>
    </button>
  );
}

/** The palette, while it is open. The keys Ctrl+K and `/` open it. */
export function PalettePlace() {
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const [{ path }, key] = [address.value, heldKey.value];
  // The palette closes when another person signs in or another screen is shown, because its results would
  // differ.
  useEffect(() => close, [path, key]);
  const [text, Shown] = [begun.value, code.value];
  return text === undefined || Shown === undefined ? null : <Shown begun={text} close={close} />;
}

const fields = 'input, textarea, select, [contenteditable]';

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.isComposing || altKey) return;
  const isChord = ctrlKey !== metaKey && key.toLowerCase() === 'k';
  const isField = target instanceof Element && target.closest(fields) !== null;
  const isSlash = singleKeys.peek() === 'on' && key === '/' && !ctrlKey && !metaKey && !isField;
  if (begun.peek() !== undefined && code.peek() === undefined && !ctrlKey && !metaKey) typeAhead(event);
  else if (isChord || isSlash) {
    event.preventDefault();
    open();
  }
}

/** Keeps the keys that a person presses while the code of the palette is loading. */
function typeAhead(event: KeyboardEvent): void {
  const text = begun.peek() ?? '';
  if (event.key === 'Escape') close();
  else if (event.key === 'Backspace') begun.value = text.slice(0, -1);
  else if ([...event.key].length === 1) begun.value = text + event.key;
  else return;
  event.preventDefault();
}
