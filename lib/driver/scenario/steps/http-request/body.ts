import type { Path } from '../../../document/problem.ts';
import type { Read } from '../../../model/session.ts';
import { fieldsOf, textOf } from '../../fields.ts';
import { contentOf } from '../../files/content.ts';
import type { SequenceCompiler } from '../../kind.ts';
import { urlEncode } from '../../pattern/transform.ts';
import type { Scope } from '../../scope.ts';
import { compileText, parseText, type TextDefinition } from '../../sources.ts';
import { bytesOf } from '../../values.ts';

/** The body of a request as it travels in the plan. */
export type BodyDefinition =
  | { readonly text: TextDefinition }
  | { readonly fromVar: string }
  | { readonly file: string }
  | { readonly form: readonly FormField[] };

/** Name and value are encoded when they are sent. */
type FormField = { readonly name: string; readonly value: TextDefinition };

const sources = ['pattern', 'text', 'fromVar', 'fromFile', 'form'] as const;

/** Text is a pattern; a mapping says where the body comes from, in exactly one way. */
export function parseBody(raw: unknown, at: Path, scope: Scope): BodyDefinition | undefined {
  if (raw === undefined) return undefined;
  const body = fieldsOf(raw);
  if (body === undefined) return fromText(raw, at, scope);
  const given = sources.filter((source) => body[source] !== undefined);
  const [source, ...more] = given;
  if (source === undefined || more.length > 0) {
    const found = source === undefined ? 'none' : given.join(' and ');
    scope.findings.error(at, `a body has exactly one of ${sources.join(', ')}, found ${found}`);
    return undefined;
  }
  if (source === 'text') return { text: { literal: textOf(body.text) ?? '' } };
  if (source === 'pattern') return fromText(body.pattern, [...at, source], scope);
  if (source === 'form') return { form: parseForm(body.form, [...at, source], scope) };
  const name = textOf(body[source]) ?? '';
  if (source === 'fromFile') {
    scope.needsFile(name, [...at, source]);
    return { file: name };
  }
  scope.readsVariable(name, undefined, [...at, source]);
  return { fromVar: name };
}

function fromText(raw: unknown, at: Path, scope: Scope): BodyDefinition | undefined {
  const text = parseText(raw, at, scope);
  return text === undefined ? undefined : { text };
}

function parseForm(raw: unknown, at: Path, scope: Scope): readonly FormField[] {
  const items: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  return items.flatMap((item, index) => {
    const place = Array.isArray(raw) ? [...at, index] : at;
    const { name, ...source } = fieldsOf(item) ?? {};
    const value = parseText(source, place, scope);
    if (value !== undefined && 'pattern' in value && encodes.test(value.pattern))
      scope.findings.error(
        [...place, 'pattern'],
        'values of a form are encoded when they are sent, so urlencode would encode this one twice',
        'leave urlencode out',
      );
    return value === undefined ? [] : [{ name: textOf(name) ?? '', value }];
  });
}

const encodes = /(?<!\$)\$\{\s*urlencode\s*:/i;

/** The content type of a body whose author gives none. */
export const contentTypeOf = (body: BodyDefinition | undefined): string | undefined =>
  body !== undefined && 'form' in body ? 'application/x-www-form-urlencoded' : undefined;

export function compileBody(
  body: BodyDefinition,
  { variables, environment }: SequenceCompiler,
): Read<string | Uint8Array> {
  if ('text' in body) return compileText(body.text, variables);
  if ('form' in body) return compileForm(body.form, { variables });
  if ('file' in body) {
    const bytes = contentOf(body.file, environment);
    return () => bytes;
  }
  const value = variables.need(body.fromVar);
  return (session, sequence) => bytesOf(value(session, sequence));
}

function compileForm(
  fields: readonly FormField[],
  { variables }: Pick<SequenceCompiler, 'variables'>,
): Read<string> {
  const parts = fields.map(({ name, value }, index) => ({
    before: `${index === 0 ? '' : '&'}${urlEncode(name)}=`,
    value: compileText(value, variables),
  }));
  return (session, sequence) => {
    let text = '';
    for (const { before, value } of parts) text += before + urlEncode(value(session, sequence));
    return text;
  };
}
