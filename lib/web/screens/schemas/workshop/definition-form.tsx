import { useEffect, useRef } from 'preact/hooks';
import type { Extractor } from '../../../../api.generated.ts';
import { Pointed } from '../../../components/mistake/pointed.tsx';
import { RecordName } from '../../../components/record-name.tsx';
import type { Definition } from '../../../data/schemas/label-definition.ts';
import * as words from '../../../words/schemas/workshop.ts';
import type { Mistake } from './parse-preview.ts';

/** The limits of the contract. */
const [nameMax, pathMax, codeMax] = [256, 4_096, 65_536];

type DefinitionFormProps = {
  readonly definition: Definition;
  readonly edit: (change: Partial<Definition>) => void;
  readonly mistakes: readonly Mistake[];
  /** The reason why the API refuses the name. */
  readonly nameReason: string | undefined;
};

/** The fields of a label. */
export function DefinitionForm({ definition, edit, mistakes, nameReason }: DefinitionFormProps) {
  const { name, extractors, function: code, metrics, filtering } = definition;
  const reasonOf = (at: Mistake['at']): string | undefined => mistakes.find((each) => each.at === at)?.reason;
  const codeReason = reasonOf('function');
  return (
    <>
      <RecordName
        id="label-name"
        label={words.name()}
        value={name}
        change={(next) => edit({ name: next })}
        reason={nameReason}
      />
      <ExtractorFields
        extractors={extractors}
        edit={(next) => edit({ extractors: next })}
        reasonOf={reasonOf}
      />
      <p class="field">
        <label for="label-code">{words.code()}</label>
        <textarea
          id="label-code"
          class="mono"
          rows={Math.min(12, code.split('\n').length)}
          value={code}
          maxLength={codeMax}
          placeholder={words.codeExample(extractors.map((each) => each.name))}
          spellcheck={false}
          autocapitalize="off"
          aria-invalid={codeReason !== undefined}
          aria-describedby={codeReason === undefined ? 'code-help' : 'code-reason'}
          onInput={({ currentTarget }) => edit({ function: currentTarget.value })}
        />
      </p>
      <p class="quiet help" id="code-help">
        {words.codeHelp()}
      </p>
      {codeReason !== undefined && (
        <div class="failure" id="code-reason">
          <p>{words.mistakeInCode()}</p>
          <p>{codeReason}</p>
        </div>
      )}
      <p class="kinds">
        <Check word={words.metrics()} isOn={metrics} set={(is) => edit({ metrics: is })} />
        <Check word={words.filtering()} isOn={filtering} set={(is) => edit({ filtering: is })} />
      </p>
    </>
  );
}

type ExtractorFieldsProps = {
  readonly extractors: readonly Extractor[];
  readonly edit: (extractors: readonly Extractor[]) => void;
  readonly reasonOf: (at: number) => string | undefined;
};

/** The paths of a label. A new path gets the focus. */
function ExtractorFields({ extractors, edit, reasonOf }: ExtractorFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const count = useRef(extractors.length);
  const isAdded = useRef(false);
  useEffect(() => {
    if (isAdded.current && extractors.length > count.current)
      list.current?.querySelector<HTMLElement>('li:last-of-type .path')?.focus();
    count.current = extractors.length;
    isAdded.current = false;
  }, [extractors.length]);
  const change = (at: number, part: Partial<Extractor>): void =>
    edit(extractors.map((each, index) => (index === at ? { ...each, ...part } : each)));
  const add = (): void => {
    isAdded.current = true;
    edit([...extractors, { name: freeName(extractors), jsonpath: '', isarray: false }]);
  };
  return (
    <fieldset class="extractors" ref={list}>
      <legend>{words.paths()}</legend>
      <ul>
        {extractors.map(({ name, jsonpath, isarray }, at) => {
          const reason = reasonOf(at);
          return (
            <li key={at}>
              <div class="extractor">
                <input
                  class="mono"
                  value={name}
                  maxLength={nameMax}
                  aria-label={words.pathName(at)}
                  autocomplete="off"
                  onInput={({ currentTarget }) => change(at, { name: currentTarget.value })}
                />
                <span aria-hidden="true">=</span>
                <input
                  class="mono path"
                  value={jsonpath}
                  maxLength={pathMax}
                  aria-label={words.path(at)}
                  placeholder={words.pathExample()}
                  spellcheck={false}
                  autocapitalize="off"
                  autocomplete="off"
                  aria-invalid={reason !== undefined}
                  aria-describedby={reason && `path-reason-${at}`}
                  onInput={({ currentTarget }) => change(at, { jsonpath: currentTarget.value })}
                />
                <label class="check">
                  <input
                    type="checkbox"
                    checked={isarray}
                    aria-label={words.allMatches(at)}
                    onChange={({ currentTarget }) => change(at, { isarray: currentTarget.checked })}
                  />{' '}
                  {words.allMatchesShort()}
                </label>
                {extractors.length > 1 && (
                  <button
                    type="button"
                    aria-label={words.removePath(at)}
                    onClick={() => edit(extractors.filter((_, index) => index !== at))}
                  >
                    {words.removeShort()}
                  </button>
                )}
              </div>
              {reason !== undefined && (
                <div class="failure" id={`path-reason-${at}`}>
                  <p>{words.mistakeInPath()}</p>
                  <Pointed text={jsonpath} reason={reason} type={(text) => change(at, { jsonpath: text })} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <button type="button" onClick={add}>
        {words.addPath()}
      </button>
    </fieldset>
  );
}

/** A name for a new path that no other path has. */
function freeName(extractors: readonly Extractor[]): string {
  const names = new Set(extractors.map(({ name }) => name));
  let number = extractors.length + 1;
  while (names.has(`value${number}`)) number += 1;
  return names.has('value') ? `value${number}` : 'value';
}

type CheckProps = { readonly word: string; readonly isOn: boolean; readonly set: (is: boolean) => void };

const Check = ({ word, isOn, set }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />{' '}
    {word}
  </label>
);
