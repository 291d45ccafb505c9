import type { Test } from '../../../../api.generated.ts';
import * as words from '../../../words/tests/test.ts';

type Name = keyof typeof words.settings;
type FactsProps = { readonly test: Partial<Test>; readonly names: readonly Name[] };

/** Settings of a test as text. */
export const Facts = ({ test, names }: FactsProps) => (
  <dl class="settings">
    {names.map((name) => (
      <div key={name}>
        <dt>{words.settings[name]}</dt>
        <dd>{name === 'access' ? test.access && words.access[test.access] : settingText(test[name])}</dd>
      </div>
    ))}
  </dl>
);

function settingText(value: string | boolean | readonly string[] | null | undefined): string {
  if (typeof value === 'boolean') return value ? words.yes() : words.no();
  const text = typeof value === 'string' ? value : (value?.join(', ') ?? '');
  return text === '' ? words.none() : text;
}
