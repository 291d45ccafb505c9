import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DatasetList, DatasetSummary, Label, Schema } from '../../../../api.generated.ts';
import { ApiError } from '../../../../client/index.ts';
import { go } from '../../../addresses/router.ts';
import { addressOf } from '../../../addresses/table.ts';
import { announce } from '../../../components/announce.ts';
import { useDraft } from '../../../components/drafts.ts';
import { Failure, Part, Silence } from '../../../components/loaded-part.tsx';
import { Restored } from '../../../components/restored.tsx';
import { useShown } from '../../../components/still-shown.ts';
import type { Loaded } from '../../../data/cache.ts';
import { useMe } from '../../../data/rights.ts';
import { type Definition, definitionOf, isSame } from '../../../data/schemas/label-definition.ts';
import { createLabel, replaceLabel } from '../../../data/schemas/labels.ts';
import { isTester } from '../../../data/sign-in/may-change.ts';
import * as words from '../../../words/schemas/workshop.ts';
import { DefinitionFacts } from '../definition-facts.tsx';
import { DefinitionForm } from './definition-form.tsx';
import { Remove } from './remove.tsx';
import { Progress } from './save-progress.tsx';
import { mistakesIn, valuesIn } from './trial.ts';
import { Values } from './tried-values.tsx';
import { useTrial } from './use-trial.ts';

/** A label that a person edits and has not saved. */
type Draft = {
  readonly definition: Definition;
  /** The stored label when the person began to edit. Undefined: there was none. */
  readonly seen: Definition | undefined;
};

/** The label that was saved last, while its screen is shown. `count` differs for each save. */
const saved = signal<{ readonly id: number; readonly count: number } | undefined>(undefined);

type WorkshopProps = {
  readonly schema: Schema;
  readonly label: string;
  /** The stored label. Undefined: it is new, or somebody has deleted it. */
  readonly stored: Label | undefined;
  /** The definition with which a new label begins. */
  readonly initial: Definition | undefined;
  readonly datasets: Loaded<DatasetList>;
  readonly datasetsKey: string;
};

const noDatasets: readonly DatasetSummary[] = [];

/** The form of a label, with its values in the last datasets of the schema while a person types. */
export function Workshop(props: WorkshopProps) {
  const { schema, label, stored, initial, datasets, datasetsKey } = props;
  const name = `label ${initial?.extractors[0]?.jsonpath ?? ''}`;
  const [draft, setDraft, isRestored] = useDraft<Draft | null>(null, name);
  const theirs = stored && definitionOf(stored);
  const definition = draft?.definition ?? theirs ?? initial;
  if (definition === undefined) return <p>{words.noLabel(label)}</p>;
  return (
    <Editor
      schema={schema}
      id={initial === undefined ? Number(label) : undefined}
      stored={stored}
      draft={draft}
      setDraft={setDraft}
      isRestored={isRestored}
      definition={definition}
      datasets={datasets}
      datasetsKey={datasetsKey}
    />
  );
}

type EditorProps = Pick<WorkshopProps, 'schema' | 'datasets' | 'datasetsKey'> & {
  /** The id of the label. Undefined: it is new. */
  readonly id: number | undefined;
  readonly stored: Label | undefined;
  readonly draft: Draft | null;
  readonly setDraft: (draft: Draft | null) => void;
  /** Whether the person has typed the draft before this screen was shown. */
  readonly isRestored: boolean;
  readonly definition: Definition;
};

function Editor(props: EditorProps) {
  const { schema, id, stored, draft, setDraft, isRestored, definition, datasets, datasetsKey } = props;
  const me = useMe().value;
  const theirs = stored && definitionOf(stored);
  const mayTry = ({ owner }: DatasetSummary): boolean => isTester(me, owner);
  const listed = datasets.value?.datasets ?? noDatasets;
  const tryable = listed.filter(mayTry);
  const trial = useTrial(schema.id, definition, tryable);
  const [isBusy, busy] = useState(false);
  const [failure, fail] = useState<unknown>();
  const [note, setNote] = useState('');
  const shown = useShown();
  const latest = useRef(draft);
  latest.current = draft;
  useEffect(
    () => () => {
      if (saved.peek()?.id === id) saved.value = undefined;
    },
    [],
  );
  const edit = (change: Partial<Definition>): void => {
    if ('name' in change) fail(undefined);
    setNote('');
    setDraft({ definition: { ...definition, ...change }, seen: draft === null ? theirs : draft.seen });
  };
  // True when another person has changed the stored label since this person began. During a save the change
  // is this person's own.
  const isMoved = !isBusy && id !== undefined && draft !== null && !isSame(draft.seen, theirs);
  const isGone = isMoved && theirs === undefined;

  /** Stores the label, unless somebody has changed the stored label that the screen shows. */
  const save = async (): Promise<void> => {
    if (isBusy) return;
    fail(undefined);
    if (id !== undefined && draft === null) return say(words.unchanged());
    busy(true);
    try {
      if (stored !== undefined && !(await replaceLabel(schema.id, definition, stored))) return;
      const storedId = stored?.id ?? (await createLabel(schema.id, definition));
      const typed = latest.current;
      // The person may have typed while the label was being stored. That text is kept.
      const isTyped = typed !== null && typed !== draft;
      setDraft(isTyped ? { definition: typed.definition, seen: definition } : null);
      saved.value = { id: storedId, count: (saved.peek()?.count ?? 0) + 1 };
      announce(words.saved());
      if (storedId !== id && shown.current)
        go(addressOf('label', { id: schema.id, label: storedId }), { replace: true });
    } catch (error) {
      fail(error);
    } finally {
      busy(false);
    }
  };
  const say = (text: string): void => {
    setNote(text);
    announce(text);
  };
  const isOfName = failure instanceof ApiError && failure.code.startsWith('LABEL_NAME');
  const values = valuesIn(trial, tryable);
  const isSaved = draft === null && id !== undefined && saved.value?.id === id;
  return (
    <form
      class="workshop"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMoved) void save();
      }}
    >
      {isRestored && !isMoved && <Restored discard={() => setDraft(null)} />}
      <DefinitionForm
        definition={definition}
        edit={edit}
        mistakes={mistakesIn(trial, tryable)}
        nameReason={isOfName ? failure.message : undefined}
      />
      <Part of={datasets} name={datasetsKey} rows={10}>
        {({ datasets: list }) => <Values uri={schema.uri} datasets={list} trial={trial} mayTry={mayTry} />}
      </Part>
      {isMoved && <Meanwhile theirs={theirs} />}
      <div class="actions">
        {/* Enter in a field must not replace the label of somebody else. */}
        <button type={isMoved ? 'button' : 'submit'} onClick={isMoved ? () => void save() : undefined}>
          {isBusy ? words.saving() : isGone ? words.createAgain() : isMoved ? words.replace() : words.save()}
        </button>
        {draft !== null && (isMoved || !isRestored) && (
          <button type="button" onClick={() => setDraft(null)}>
            {isMoved && !isGone ? words.takeTheirs() : words.discard()}
          </button>
        )}
        {datasets.value !== undefined && <span class="quiet">{words.effect(datasets.value.total)}</span>}
      </div>
      {isBusy && <Silence />}
      {failure !== undefined && !isOfName && <Failure error={failure} />}
      {draft !== null && !isMoved && !isRestored && <p class="quiet">{words.unsaved()}</p>}
      {note !== '' && <p class="quiet">{note}</p>}
      {isSaved && values !== undefined && (
        <Progress key={saved.value?.count} label={id} datasets={tryable} expected={values} />
      )}
      {id !== undefined && theirs !== undefined && (
        <Remove schema={schema.id} id={id} name={theirs.name} removed={() => setDraft(null)} />
      )}
    </form>
  );
}

/** Shows the stored label, which another person has changed or deleted meanwhile. */
const Meanwhile = ({ theirs }: { readonly theirs: Definition | undefined }) => (
  <div class="failure" role="alert">
    <p>{theirs === undefined ? words.deletedMeanwhile() : words.changedMeanwhile()}</p>
    {theirs !== undefined && <DefinitionFacts definition={theirs} />}
  </div>
);
