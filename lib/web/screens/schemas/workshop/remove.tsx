import { useState } from 'preact/hooks';
import { go } from '../../../addresses/router.ts';
import { addressOf } from '../../../addresses/table.ts';
import { RemoveButton } from '../../../components/remove-button.tsx';
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
  const usages = useUsages(isAsked ? name : undefined).value ?? [];
  const places = [...new Set(usages.map(({ type, testName }) => words.usage(type, testName)))].join(', ');
  return (
    <RemoveButton
      word={words.remove()}
      question={words.removeQuestion(name, places)}
      no={words.keep()}
      remove={async () => {
        await deleteLabel(schema, id);
        removed();
      }}
      leave={() => go(addressOf('schema', { id: schema }))}
      asked={() => ask(true)}
    />
  );
}
