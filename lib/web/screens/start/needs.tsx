import type { TargetedInputEvent } from 'preact';
import type { DocumentParameter } from '../../../api.generated.ts';
import { bytes } from '../../../report/units.ts';
import { isSecretName } from '../../../words.ts';
import * as words from '../../words/start.ts';

type ParametersProps = {
  readonly parameters: readonly DocumentParameter[];
  readonly values: Readonly<Record<string, string>>;
  readonly set: (name: string, value: string) => void;
};

/** A field for each parameter of the document. The values are in the memory of the page only. */
export function Parameters({ parameters, values, set }: ParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <fieldset class="needs">
      <legend>{words.parameters()}</legend>
      {parameters.map(({ name, default: fallback }) => (
        <ParameterField
          key={name}
          name={name}
          value={(Object.hasOwn(values, name) && values[name]) || ''}
          hint={fallback ?? words.withoutDefault()}
          set={(value) => set(name, value)}
        />
      ))}
      <p class="quiet">{words.parametersNote()}</p>
    </fieldset>
  );
}

type FieldProps = {
  readonly name: string;
  readonly value: string;
  readonly hint: string;
  readonly set: (value: string) => void;
};

/** A field for a value. A browser neither shows nor stores a value that is probably a secret. */
function ParameterField({ name, value, hint, set }: FieldProps) {
  const common = {
    value,
    placeholder: hint,
    spellcheck: false,
    autocapitalize: 'off',
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => set(currentTarget.value),
  } as const;
  const title = <span class="mono">{name}</span>;
  return isSecretName(name) ? (
    <label>
      {title}
      <input type="password" autocomplete="new-password" {...common} />
    </label>
  ) : (
    <label>
      {title}
      <input type="text" autocomplete="off" {...common} />
    </label>
  );
}

type FilesProps = {
  readonly needed: readonly string[];
  readonly chosen: ReadonlyMap<string, File>;
  readonly choose: (path: string, file: File) => void;
};

/** A field for each file that the document needs. */
export function Files({ needed, chosen, choose }: FilesProps) {
  if (needed.length === 0) return null;
  return (
    <fieldset class="needs">
      <legend>{words.files()}</legend>
      {needed.map((path) => {
        const file = chosen.get(path);
        return (
          <label key={path}>
            <span class="mono">{path}</span>
            <input
              type="file"
              onChange={({ currentTarget: { files } }) => files?.[0] && choose(path, files[0])}
            />
            <span class="quiet">
              {file === undefined ? words.fileMissing() : words.fileChosen(file.name, bytes(file.size))}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}
