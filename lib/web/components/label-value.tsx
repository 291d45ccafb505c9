import { useState } from 'preact/hooks';
import type { Exact } from '../json/exact.ts';
import { shortNumber } from '../json/short-number.ts';
import * as words from '../words/questions.ts';

/** The characters of a text, a list or an object that are shown at first. */
const textMax = 200;

/**
 * The value of a label with its exact digits. A long number is cut, and its tooltip has all digits. A long
 * text is cut, and a button shows the rest.
 */
export function LabelValue({ value: { kind, text } }: { readonly value: Exact }) {
  const [isWhole, showWhole] = useState(false);
  const shown =
    kind === 'string' ? (JSON.parse(text) as string) : kind === 'number' ? shortNumber(text) : text;
  const isCut = shown.length > textMax && !isWhole;
  return (
    <span title={kind === 'number' && shown !== text ? text : undefined}>
      {isCut ? `${shown.slice(0, textMax)}…` : shown}
      {isCut && (
        <button type="button" class="plain" onClick={() => showWhole(true)}>
          {words.everything(shown.length)}
        </button>
      )}
    </span>
  );
}
