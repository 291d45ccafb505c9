import type { SchemaUsage } from '../../../api.generated.ts';
import { addressMax, addressOf } from '../../addresses/table.ts';
import { pathOf } from '../../json/path.ts';

type Asked = { readonly q: string; readonly all: boolean };

export type LabelLink = { readonly id: number; readonly name: string; readonly href: string };

/**
 * Links that open a new label with the expression of a question, one for each schema of the run. A label
 * reads only the part of the document that names its schema. So there is a link only if the expression is
 * about this part.
 */
export function labelLinks(usages: readonly SchemaUsage[], { q, all }: Asked): readonly LabelLink[] {
  const links = new Map<number, LabelLink>();
  for (const { id, name, source, type, key } of usages) {
    if (source !== 0 || links.has(id)) continue;
    const path = key === null ? q : within(q, type === 2 ? Number(key) : key);
    if (path === undefined) continue;
    const href = addressOf('label', { id, label: 'new' }, { path, all: all ? 1 : undefined });
    if (href.length <= addressMax) links.set(id, { id, name, href });
  }
  return [...links.values()];
}

/** The expression relative to a part of the document. Undefined: the expression is about other parts. */
function within(expression: string, step: string | number): string | undefined {
  const forms = [pathOf('$', step), `$[${JSON.stringify(step)}]`, `$['${step}']`];
  const form = forms.find(
    (each) => expression.startsWith(each) && /^$|^[\s.[?]/.test(expression.slice(each.length)),
  );
  return form === undefined ? undefined : `$${expression.slice(form.length)}`;
}
