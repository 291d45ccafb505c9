import { useState } from 'preact/hooks';
import { Failure, Silence } from './loaded-part.tsx';
import { useShown } from './still-shown.ts';
import { TwoSteps } from './two-steps.tsx';

type RemoveButtonProps = {
  readonly word: string;
  readonly question: string;
  /** The word of the button that cancels the deletion. */
  readonly no: string;
  readonly remove: () => Promise<void>;
  /** Opens another screen after the deletion, unless the person has opened one meanwhile. */
  readonly leave: () => void;
  /** Called when the person is asked whether to delete. */
  readonly asked?: () => void;
};

/** A button that deletes the record of the screen after a question. It states why a deletion fails. */
export function RemoveButton({ word, question, no, remove, leave, asked }: RemoveButtonProps) {
  const [isBusy, busy] = useState(false);
  const [failure, fail] = useState<unknown>();
  const shown = useShown();
  const send = async (): Promise<void> => {
    if (isBusy) return;
    busy(true);
    fail(undefined);
    try {
      await remove();
      if (shown.current) leave();
    } catch (error) {
      fail(error);
    } finally {
      busy(false);
    }
  };
  return (
    <div class="remove">
      <TwoSteps word={word} question={question} no={no} act={send} {...(asked && { asked })} />
      {isBusy && <Silence />}
      {failure !== undefined && <Failure error={failure} />}
    </div>
  );
}
