import { useState } from 'preact/hooks';
import { go } from '../../../addresses/router.ts';
import { addressOf } from '../../../addresses/table.ts';
import { Failure, Silence } from '../../../components/answer-part.tsx';
import { useShown } from '../../../components/still-shown.ts';
import { TwoSteps } from '../../../components/two-steps.tsx';
import { deleteLabel, useUsages } from '../../../data/schemas/labels.ts';
import * as words from '../../../words/schemas/workshop.ts';

type RemoveProps = {
  readonly schema: number;
  readonly id: number;
  readonly name: string;
  readonly removed: () => void;
};

/** A button that deletes a label. Its question names the places that use the label. */
export function Remove({ schema, id, name, removed }: RemoveProps) {
  const [isAsked, ask] = useState(false);
  const [isBusy, busy] = useState(false);
  const [failure, fail] = useState<unknown>();
  const shown = useShown();
  const usages = useUsages(isAsked ? name : undefined).value ?? [];
  const places = [...new Set(usages.map(({ type, testName }) => words.usage(type, testName)))].join(', ');
  const send = async (): Promise<void> => {
    if (isBusy) return;
    busy(true);
    fail(undefined);
    try {
      await deleteLabel(schema, id);
      removed();
      if (shown.current) go(addressOf('schema', { id: schema }));
    } catch (error) {
      fail(error);
    } finally {
      busy(false);
    }
  };
  return (
    <div class="remove">
      <TwoSteps
        word={words.remove()}
        question={words.removeQuestion(name, places)}
        no={words.keep()}
        act={send}
        asked={() => ask(true)}
      />
      {isBusy && <Silence />}
      {failure !== undefined && <Failure error={failure} />}
    </div>
  );
}
