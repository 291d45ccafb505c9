import { isMap, isScalar, parseDocument } from 'yaml';

/**
 * The document without hooks, for an API. `pre` and `post` are empty, and all other text keeps its place. The
 * places in the API's answer therefore match the file.
 */
export function withoutHooks(text: string): string {
  const root = parseDocument(text, { merge: false, uniqueKeys: false }).contents;
  if (!isMap(root)) return text;
  let stripped = text;
  for (const { key, value } of [...root.items].reverse()) {
    if (!isScalar(key) || (key.value !== 'pre' && key.value !== 'post')) continue;
    const ends = (value as { readonly range?: readonly number[] | null } | null)?.range;
    const colon = stripped.indexOf(':', key.range?.[1]);
    const end = ends?.[1];
    if (end === undefined || colon < 0) continue;
    stripped = stripped.slice(0, colon + 1) + emptied(stripped.slice(colon + 1, end)) + stripped.slice(end);
  }
  return stripped;
}

/**
 * The parameters without those that only hooks use. The API gets the document without hooks, and would report
 * these as unused.
 */
export function usedParameters(
  text: string,
  parameters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const used = new Set([...text.matchAll(/!param\s+([^\s,\]}]+)/gi)].map(([, name]) => name));
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => used.has(name)));
}

function emptied(value: string): string {
  const blank = value.replace(/[^\r\n]/g, ' ');
  return blank.startsWith('   ') ? ` {}${blank.slice(3)}` : ` {}${blank}`;
}
