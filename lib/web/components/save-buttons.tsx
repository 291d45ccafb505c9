import type { ComponentChildren } from 'preact';
import * as words from '../words/frame.ts';

type MeanwhileProps = {
  /** States the change of the other person. */
  readonly text: string;
  /** The stored record. Absent: it is deleted. */
  readonly children?: ComponentChildren;
};

/** States that another person has changed or deleted the record that this person edits. */
export const Meanwhile = ({ text, children }: MeanwhileProps) => (
  <div class="failure" role="alert">
    <p>{text}</p>
    {children}
  </div>
);

type SaveButtonsProps = {
  readonly isBusy: boolean;
  /** Whether another person has changed or deleted the stored record after this person began. */
  readonly isMoved: boolean;
  readonly save: () => Promise<void>;
  /** Drops what the person has entered. Undefined: this is not offered. */
  readonly discard: (() => void) | undefined;
  /** The name of the button that saves a record that another person has deleted. Undefined: it is stored. */
  readonly createAgain?: string | undefined;
  /** The name of the button that drops what the person has entered, for the record of another person. */
  readonly takeTheirs: string;
};

/** The buttons of a form that replaces a stored record. */
export function SaveButtons({ isBusy, isMoved, save, discard, createAgain, takeTheirs }: SaveButtonsProps) {
  const change = createAgain ?? (isMoved ? words.replace() : words.save());
  return (
    <>
      {/* Enter in a field must not replace the record of another person. */}
      <button type={isMoved ? 'button' : 'submit'} onClick={isMoved ? () => void save() : undefined}>
        {isBusy ? words.saving() : change}
      </button>
      {discard !== undefined && (
        <button type="button" onClick={discard}>
          {isMoved && createAgain === undefined ? takeTheirs : words.discardChanges()}
        </button>
      )}
    </>
  );
}
