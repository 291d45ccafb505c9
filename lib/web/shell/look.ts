import { signal } from '@preact/signals';
import { themeChanged } from '../../report/page/client/components/theme.ts';
import { browserStorage } from '../data/browser-storage.ts';
import { type Look, looks } from './looks.ts';

/** The colours that the person has chosen in this browser. */
export const look = signal<Look>('system');

const storeName = 'downpour.look';

/** Shows the chosen colours, also after a choice in another tab. */
export function startLook(): void {
  const read = (): void => {
    const kept = browserStorage('localStorage')?.getItem(storeName);
    show(looks.find((each) => each === kept) ?? 'system');
  };
  addEventListener('storage', ({ key }) => {
    if (key === storeName) read();
  });
  read();
}

/** Chooses the colours in this browser. Only they remain after a sign-out, because they are no data. */
export function chooseLook(next: Look): void {
  const store = browserStorage('localStorage');
  if (next === 'system') store?.removeItem(storeName);
  else store?.setItem(storeName, next);
  show(next);
}

/** The media of the styles for dark colours, as they were loaded. */
const dark = new Map<CSSMediaRule, string>();

function show(next: Look): void {
  if (next === look.peek()) return;
  if (dark.size === 0)
    for (const { cssRules } of document.styleSheets)
      for (const rule of mediaIn(cssRules))
        if (rule.media.mediaText.includes('prefers-color-scheme')) dark.set(rule, rule.media.mediaText);
  for (const [{ media }, loaded] of dark)
    media.mediaText = { system: loaded, dark: 'screen', light: 'not all' }[next];
  // The browser draws its own parts, such as scroll bars, by this property.
  document.documentElement.style.colorScheme = next === 'system' ? '' : next;
  look.value = next;
  themeChanged();
}

function mediaIn(rules: CSSRuleList): readonly CSSMediaRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return rule;
    return rule instanceof CSSLayerBlockRule ? mediaIn(rule.cssRules) : [];
  });
}
