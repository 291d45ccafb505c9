import { useState } from 'preact/hooks';
import { childrenOf, type Exact, isContainer } from '../json/exact.ts';
import { hintOf } from '../json/number-meaning.ts';
import { visible } from '../json/text-direction.ts';
import * as words from '../words/questions.ts';

type JsonTreeProps = {
  readonly value: Exact;
  /** The names of the members that contain the value. They show the meaning of a number. */
  readonly names: readonly (string | number)[];
  /** The name of the member that has the value. Undefined for a value without a name. */
  readonly name?: string | number;
  readonly isOpen?: boolean;
};

/** The most children that are shown at first when an object or array opens. */
const shownMax = 200;
/** The most characters of a text that are shown at first. */
const textMax = 400;
/** The most characters of a closed object that are shown. The styles cut them at the end of the line. */
const previewMax = 200;

/** A JSON value with its exact digits. Objects and arrays open when a person clicks them. */
export function JsonTree(props: JsonTreeProps) {
  if (isContainer(props.value)) return <Container {...props} />;
  return (
    <>
      <Name name={props.name} />
      <Scalar {...props} />
    </>
  );
}

const Name = ({ name }: Pick<JsonTreeProps, 'name'>) =>
  name === undefined ? null : (
    <>
      <code class="name">{visible(String(name))}</code>{' '}
    </>
  );

function Scalar({ value: { kind, text }, names }: JsonTreeProps) {
  const [isWhole, showWhole] = useState(false);
  const hint = kind === 'number' ? hintOf(names, text) : undefined;
  const isCut = text.length > textMax && !isWhole;
  return (
    <span class={`json ${kind}`}>
      <code>{isCut ? `${visible(text.slice(0, textMax))}…` : visible(text)}</code>
      {hint !== undefined && <span class="hint"> {hint}</span>}
      {isCut && (
        <button type="button" class="plain" onClick={() => showWhole(true)}>
          {words.everything(text.length)}
        </button>
      )}
    </span>
  );
}

function Container({ value, names, name, isOpen = false }: JsonTreeProps) {
  const [open, setOpen] = useState(isOpen);
  const [max, setMax] = useState(shownMax);
  const { children, count } = childrenOf(value, open ? max : 0);
  return (
    <details class="json" open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Name name={name} />
        <code>{value.kind === 'object' ? words.members(count) : words.elements(count)}</code>
        {!open && count > 0 && <code class="hint preview">{visible(value.text.slice(0, previewMax))}</code>}
      </summary>
      {open && (
        <ul>
          {children.map((child) => (
            <li key={child.name}>
              <JsonTree value={child} name={child.name} names={[...names, child.name]} />
            </li>
          ))}
          {count > children.length && (
            <li>
              <button type="button" onClick={() => setMax(max + 5 * shownMax)}>
                {words.more(children.length, count)}
              </button>
            </li>
          )}
        </ul>
      )}
    </details>
  );
}
