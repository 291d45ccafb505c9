import type { ComponentChildren } from 'preact';

/** A region for content that may be wider than the screen. Arrow keys scroll it. */
export function Scroll({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it.
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
