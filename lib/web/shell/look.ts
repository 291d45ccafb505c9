import { themeChanged } from '../../report/page/client/components/theme.ts';
import { preference } from '../data/preferences.ts';
import { type Look, looks } from './looks.ts';

/** The colours that the person has chosen in this browser. */
export const look = preference('downpour.look', looks);

/** Shows the chosen colours, also after a choice in another tab. */
export const startLook = (): void => void look.subscribe(show);

/** The media conditions of the style rules for dark colours, as they were when the page was loaded. */
const dark = new Map<CSSMediaRule, string>();

function show(next: Look): void {
  if (next === 'system' && dark.size === 0) return;
  if (dark.size === 0)
    for (const { cssRules } of document.styleSheets)
      for (const rule of mediaIn(cssRules))
        if (rule.media.mediaText.includes('prefers-color-scheme')) dark.set(rule, rule.media.mediaText);
  for (const [{ media }, loaded] of dark)
    media.mediaText = { system: loaded, dark: 'screen', light: 'not all' }[next];
  // The browser draws its own parts, such as scroll bars, by this property.
  document.documentElement.style.colorScheme = next === 'system' ? '' : next;
  themeChanged();
}

function mediaIn(rules: CSSRuleList): readonly CSSMediaRule[] {
  return [...rules].flatMap((rule) => {
    if (rule instanceof CSSMediaRule) return rule;
    return rule instanceof CSSLayerBlockRule ? mediaIn(rule.cssRules) : [];
  });
}
