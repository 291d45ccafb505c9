import { useState } from 'preact/hooks';
import type { Exact } from '../json/exact.ts';
import { inUnit, labelKind } from '../json/label-unit.ts';
import { hintOf } from '../json/number-meaning.ts';
import { shortNumber } from '../json/scientific-notation.ts';
import * as words from '../words/questions.ts';

/** The most characters of a text, a list or an object that are shown at first. */
const textMax = 200;

type LabelValueProps = {
  readonly name: string;
  readonly value: Exact;
  /** True: Downpour made the run, so the numbers of its labels have known units. */
  readonly isMeasured?: boolean;
};

/**
 * The value of a label. A number of a run that Downpour made has a unit. Another number has its exact digits,
 * and a long number is cut. The tooltip has all digits. A long text is cut, and a button shows the rest.
 */
export function LabelValue({ name, value: { kind, text }, isMeasured = false }: LabelValueProps) {
  const [isWhole, showWhole] = useState(false);
  const isNumber = kind === 'number';
  const measured = isNumber && isMeasured ? inUnit(labelKind(name), Number(text)) : undefined;
  const hint = isNumber && measured === undefined ? hintOf([name], text) : undefined;
  const written = kind === 'string' ? (JSON.parse(text) as string) : text;
  const shown = measured ?? (isNumber ? shortNumber(text) : written);
  const isCut = shown.length > textMax && !isWhole;
  return (
    <span title={isNumber && shown !== text ? text : undefined}>
      {isCut ? `${shown.slice(0, textMax)}…` : shown}
      {hint !== undefined && <span class="quiet"> {hint}</span>}
      {isCut && (
        <button type="button" class="plain" onClick={() => showWhole(true)}>
          {words.everything(shown.length)}
        </button>
      )}
    </span>
  );
}
