const controls = 'a[href], button, summary, select, input, textarea, [tabindex="0"]';
/** Text fields get no focus from here, because a phone would show its keyboard. */
const fields = 'input, textarea';

/** Sets the focus on a heading or a control, without scrolling to it. */
export function focusOn(element: HTMLElement): void {
  if (element.matches('h1')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Moves the focus when a screen removes the element that has it: to the next control that remains, else to
 * the control before it, else to the heading of the screen. Without this, a screen reader would begin at the
 * top of the page.
 */
export function startKeepingFocus(): void {
  let focused: HTMLElement | undefined;
  /**
   * The other controls of the screen at the moment when an element got the focus: first those after the
   * element, then those before it.
   */
  let others: readonly HTMLElement[] = [];
  document.addEventListener('focusin', ({ target }) => {
    const main = target instanceof HTMLElement ? target.closest('main') : null;
    focused = main === null ? undefined : (target as HTMLElement);
    const all = [...(main?.querySelectorAll<HTMLElement>(controls) ?? [])];
    const at = all.indexOf(target as HTMLElement);
    others = at < 0 ? [] : [...all.slice(at + 1), ...all.slice(0, at).reverse()];
  });
  document.addEventListener('focusout', () =>
    // A browser sends this event also when an element is about to be removed. So the check runs a moment
    // later.
    queueMicrotask(() => {
      if (focused?.isConnected && focused !== document.activeElement) focused = undefined;
    }),
  );
  new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return;
    const isLost = document.activeElement === document.body;
    focused = undefined;
    if (!isLost) return;
    const next = others.find((each) => each.isConnected && !each.matches(fields) && each.checkVisibility());
    const place = next ?? document.querySelector<HTMLElement>('main h1');
    if (place !== null) focusOn(place);
  }).observe(document.body, { childList: true, subtree: true });
}
