import type { Exact } from '../json/exact.ts';
import { shortNumber } from '../json/short-number.ts';

/** The value of a label with its exact digits. A long number is cut, and its tooltip has all digits. */
export function LabelValue({ value: { kind, text } }: { readonly value: Exact }) {
  const shown =
    kind === 'string' ? (JSON.parse(text) as string) : kind === 'number' ? shortNumber(text) : text;
  return <span title={kind === 'number' && shown !== text ? text : undefined}>{shown}</span>;
}
