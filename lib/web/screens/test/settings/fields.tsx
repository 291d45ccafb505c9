import { Choice } from '../../../components/choice.tsx';
import { RecordName } from '../../../components/record-name.tsx';
import { useFolders } from '../../../data/lists/tests.ts';
import type { TestSettings } from '../../../data/test-settings.ts';
import * as formWords from '../../../words/tests/settings.ts';
import * as words from '../../../words/tests/test.ts';

/** The limits of the contract. */
const [folderMax, descriptionMax] = [256, 4_096];

const accessOptions = Object.entries(words.access) as [keyof typeof words.access, string][];

type FieldsProps = {
  readonly settings: TestSettings;
  readonly edit: (change: Partial<TestSettings>) => void;
  readonly teams: readonly string[];
  /** The reason why the API refuses the name. */
  readonly nameReason: string | undefined;
};

/** The fields of the settings. */
export function Fields({ settings, edit, teams, nameReason }: FieldsProps) {
  const { name, folder, description, owner, access, notificationsEnabled } = settings;
  const { value: folders = [] } = useFolders();
  return (
    <>
      <RecordName
        id="test-name"
        label={words.settings.name}
        value={name}
        change={(next) => edit({ name: next })}
        reason={nameReason}
      />
      <p class="field">
        <label for="test-folder">{words.settings.folder}</label>
        <input
          id="test-folder"
          value={folder}
          maxLength={folderMax}
          list="folders"
          autocomplete="off"
          aria-describedby="folder-help"
          onInput={({ currentTarget }) => edit({ folder: currentTarget.value })}
        />
      </p>
      <datalist id="folders">
        {folders.map((each) => each !== null && <option key={each} value={each} />)}
      </datalist>
      <p class="quiet help" id="folder-help">
        {formWords.folderHelp()}
      </p>
      <p class="field">
        <label for="test-description">{words.settings.description}</label>
        <textarea
          id="test-description"
          rows={2}
          value={description}
          maxLength={descriptionMax}
          onInput={({ currentTarget }) => edit({ description: currentTarget.value })}
        />
      </p>
      <p>
        <Choice
          label={words.settings.owner}
          value={owner}
          options={teams.map((team) => [team, team] as const)}
          choose={(next) => edit({ owner: next })}
        />
      </p>
      <p>
        <Choice
          label={words.settings.access}
          value={access}
          options={accessOptions}
          choose={(next) => edit({ access: next as TestSettings['access'] })}
        />
      </p>
      <p>
        <label class="check">
          <input
            type="checkbox"
            checked={notificationsEnabled}
            onChange={({ currentTarget }) => edit({ notificationsEnabled: currentTarget.checked })}
          />{' '}
          {formWords.notifications()}
        </label>
      </p>
    </>
  );
}
