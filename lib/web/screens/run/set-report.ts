import type { RunReport } from '../../../api.generated.ts';

/** The part of the browser's Trusted Types that this file uses. Some browsers have none. */
type Factory = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (markup: string) => string },
  ) => { readonly createHTML: (markup: string) => string };
};

const { trustedTypes } = globalThis as { readonly trustedTypes?: Factory };

/** The only policy of the pages for markup. The server escapes every text in the markup of a report. */
const policy = trustedTypes?.createPolicy('report', { createHTML: (markup) => markup });

/** Puts the markup of a report into an element. The pages use no other text as markup. */
export function setReport(element: Element, { markup }: RunReport): void {
  element.innerHTML = policy?.createHTML(markup) ?? markup;
}
