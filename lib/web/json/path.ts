/** Names that need no quotes after a dot. */
const plain = /^[A-Za-z_\u0080-\ud7ff\ue000-\uffff][\w\u0080-\ud7ff\ue000-\uffff]*$/;

/** The path of a member or an element: `$.stats[0]["99.0"]`. */
export const pathOf = (parent: string, step: string | number): string =>
  typeof step === 'string' && plain.test(step) ? `${parent}.${step}` : `${parent}[${JSON.stringify(step)}]`;

/** Parses a path of names and indices. Undefined for any other text. */
export function stepsOf(path: string): readonly (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  let at = 1;
  if (path[0] !== '$') return undefined;
  while (at < path.length) {
    const rest = path.slice(at);
    const found =
      /^\.([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|^\[(\d{1,15})\]|^\[("(?:[^"\\]|\\.)*")\]/.exec(rest);
    if (found === null) return undefined;
    const [whole, name, index, quoted] = found;
    if (index !== undefined) steps.push(Number(index));
    else if (name !== undefined) steps.push(name);
    else {
      const text = textOf(quoted ?? '');
      if (text === undefined) return undefined;
      steps.push(text);
    }
    at += whole.length;
  }
  return steps;
}

function textOf(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string;
  } catch (error) {
    // A person may type an escape that JSON does not have. The text is then not a path.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * The paths from the root of the document down to a value, including the value. Only `$` for a text that is
 * not a path.
 */
export function pathsTo(path: string): readonly string[] {
  const paths = ['$'];
  for (const step of stepsOf(path) ?? []) paths.push(pathOf(paths.at(-1) ?? '$', step));
  return paths;
}
