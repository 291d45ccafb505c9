import { useRef, useState } from 'preact/hooks';
import type { Test } from '../../../../api.generated.ts';
import { ApiError } from '../../../../client/index.ts';
import { go } from '../../../addresses/router.ts';
import { addressOf } from '../../../addresses/table.ts';
import { announce } from '../../../components/announce.ts';
import { useDraft } from '../../../components/drafts.ts';
import { Failure, Silence } from '../../../components/loaded-part.tsx';
import { Restored } from '../../../components/restored.tsx';
import { Meanwhile, SaveButtons } from '../../../components/save-buttons.tsx';
import { useShown } from '../../../components/still-shown.ts';
import { isSame, replaceSettings, settingsOf, type TestSettings } from '../../../data/test-settings.ts';
import { unchanged } from '../../../words/frame.ts';
import * as words from '../../../words/tests/settings.ts';
import { Facts } from './facts.tsx';
import { Fields } from './fields.tsx';

/** Settings that a person edits and has not saved. */
type Draft = {
  readonly settings: TestSettings;
  /** The stored settings when the person began to edit. */
  readonly seen: TestSettings;
};

type FormProps = {
  readonly test: Test;
  readonly cacheKey: string;
  /** The teams that may own the test. */
  readonly teams: readonly string[];
};

/** The form of the settings. Settings that another person has changed meanwhile are shown, and not lost. */
export function Form({ test, cacheKey, teams }: FormProps) {
  const [draft, setDraft, isRestored] = useDraft<Draft | null>(null, 'settings');
  const [isBusy, busy] = useState(false);
  const [failure, fail] = useState<unknown>();
  const [note, setNote] = useState('');
  const shown = useShown();
  const latest = useRef(draft);
  latest.current = draft;
  const theirs = settingsOf(test);
  const settings = draft?.settings ?? theirs;
  // True when another person has changed the stored settings since this person began. During a save the
  // change is this person's own.
  const isMoved = !isBusy && draft !== null && !isSame(draft.seen, theirs);
  const isOfName = failure instanceof ApiError && /^(?:NAME_TAKEN|TEST_NAME_\w+)$/.test(failure.code);
  const edit = (change: Partial<TestSettings>): void => {
    if ('name' in change) fail(undefined);
    setNote('');
    setDraft({ settings: { ...settings, ...change }, seen: draft === null ? theirs : draft.seen });
  };
  const say = (text: string): void => {
    setNote(text);
    announce(text);
  };

  /** Stores the settings, unless another person has changed the stored settings that the screen shows. */
  const save = async (): Promise<void> => {
    if (isBusy) return;
    fail(undefined);
    if (draft === null) return say(unchanged());
    busy(true);
    try {
      const stored = await replaceSettings(settings, test, cacheKey);
      if (stored === undefined) return;
      const typed = latest.current;
      // The person may have typed while the settings were being stored. That input is kept.
      setDraft(
        typed !== null && typed !== draft ? { settings: typed.settings, seen: settingsOf(stored) } : null,
      );
      say(words.saved());
      // After a rename, the address with the former name leads to no test. So it is replaced.
      if (stored.name !== test.name && shown.current)
        go(addressOf('testPart', { id: test.id, part: 'settings' }), { replace: true });
    } catch (error) {
      fail(error);
    } finally {
      busy(false);
    }
  };
  return (
    <form
      class="workshop"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMoved) void save();
      }}
    >
      {isRestored && !isMoved && <Restored discard={() => setDraft(null)} />}
      <Fields
        settings={settings}
        edit={edit}
        teams={teams}
        nameReason={isOfName ? failure.message : undefined}
      />
      {isMoved && (
        <Meanwhile text={words.changedMeanwhile()}>
          <Facts test={theirs} names={Object.keys(theirs) as (keyof TestSettings)[]} />
        </Meanwhile>
      )}
      <div class="actions">
        <SaveButtons
          isBusy={isBusy}
          isMoved={isMoved}
          save={save}
          discard={draft !== null && (isMoved || !isRestored) ? () => setDraft(null) : undefined}
          takeTheirs={words.takeTheirs()}
        />
        {draft !== null && !isMoved && !isRestored && <span class="quiet">{words.unsaved()}</span>}
        {note !== '' && <span class="quiet">{note}</span>}
      </div>
      {isBusy && <Silence />}
      {failure !== undefined && !isOfName && <Failure error={failure} />}
    </form>
  );
}
