import { useState } from 'preact/hooks';
import * as words from '../../words/start.ts';
import { example } from './example.ts';

type WaysInProps = {
  readonly use: (text: string) => void;
  readonly open: (file: File) => Promise<void>;
};

/** The ways to get a document into the editor. */
export function WaysIn({ use, open }: WaysInProps) {
  const [isDenied, deny] = useState(false);
  const paste = async (): Promise<void> => {
    try {
      use(await navigator.clipboard.readText());
      deny(false);
    } catch (error) {
      // Without HTTPS the browser has no clipboard at all.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      deny(true);
    }
  };
  return (
    <div class="ways-in">
      <button type="button" onClick={() => use(example)}>
        {words.example()}
      </button>
      <label>
        <span>{words.openFile()}</span>{' '}
        <input
          type="file"
          accept=".yaml,.yml,.json"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void open(file);
            // The field is emptied, so that the same file can be chosen again after it has changed.
            currentTarget.value = '';
          }}
        />
      </label>
      <button type="button" onClick={() => void paste()}>
        {words.paste()}
      </button>
      {isDenied && <p role="status">{words.pasteDenied()}</p>}
      <p class="quiet">
        {words.imports()} <code>{words.importCommand}</code>
      </p>
    </div>
  );
}
