import { browserStorage } from '../data/browser-storage.ts';

const name = 'downpour.scroll';

/** The events of a person who chooses another place. */
const choices = ['keydown', 'pointerdown', 'wheel', 'popstate'] as const;

/**
 * Keeps the place on the screen when a person loads the page again, or comes back from another page. The
 * browser looks for the place while the screen is still short, so this scrolls until the screen is long
 * enough.
 */
export function startKeepingScroll(): void {
  const tab = browserStorage('sessionStorage');
  const [place, href] = tab?.getItem(name)?.split(' ') ?? [];
  tab?.removeItem(name);
  addEventListener('pagehide', () => tab?.setItem(name, `${scrollY} ${location.href}`));
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (href !== location.href || navigation?.type === 'navigate') return;
  const end = new AbortController();
  const growth = new ResizeObserver(() => {
    if (location.href === href) scrollTo(0, Number(place));
    if (location.href !== href || Math.abs(scrollY - Number(place)) < 1) end.abort();
  });
  end.signal.addEventListener('abort', () => growth.disconnect());
  for (const choice of choices)
    addEventListener(choice, () => end.abort(), { passive: true, signal: end.signal });
  growth.observe(document.body);
}
