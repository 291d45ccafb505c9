import { useState } from 'preact/hooks';
import type { Test } from '../../../../api.generated.ts';
import { go } from '../../../addresses/router.ts';
import { addressOf } from '../../../addresses/table.ts';
import { RemoveButton } from '../../../components/remove-button.tsx';
import { deleteTest, useRunCount } from '../../../data/test-settings.ts';
import * as words from '../../../words/tests/settings.ts';

/** A button that deletes the test. Its question states how many runs go into the trash. */
export function Remove({ test: { id, name } }: { readonly test: Test }) {
  const [isAsked, ask] = useState(false);
  const runs = useRunCount(isAsked ? id : undefined);
  return (
    <RemoveButton
      word={words.remove()}
      question={words.removeQuestion(name, runs.value)}
      no={words.keep()}
      remove={() => deleteTest(id)}
      leave={() => go(addressOf('tests'))}
      asked={() => ask(true)}
    />
  );
}
