import {
  type Answer,
  type ApiDocument,
  type Operation,
  type Parameter,
  resolved,
  type Schema,
} from '../../../lib/contract/openapi-types.ts';
import { code, fenced, table } from '../../generate/markdown.ts';
import { type Here, typeOf } from './record.ts';

/** The section about an operation: its heading, parameters, body and answers. */
export function operationSection(
  api: ApiDocument,
  request: string,
  operation: Operation,
  here: Here,
): readonly string[] {
  const parameters = (operation.parameters ?? []).map((each) => resolved(each, api.components.parameters));
  return [
    `### ${request}`,
    `${operation.summary ?? ''} ${operation.description ?? ''}`,
    parameters.length === 0
      ? ''
      : table(
          ['parameter', 'in', 'value', 'default', 'example', 'meaning'],
          parameters.map((each) => parameterRow(each, here)),
        ),
    ...bodyOf(operation, here),
    table(
      ['answer', 'meaning', 'body'],
      Object.entries(operation.responses).map(([status, answer]) =>
        answerRow(status, resolved(answer, api.components.responses), here),
      ),
    ),
  ];
}

function parameterRow(
  { name = '', in: place = '', required, schema = {}, description, example, examples }: Parameter,
  here: Here,
): readonly string[] {
  const [first] = Object.values(examples ?? {});
  const fallback = schema.default;
  return [
    code(name),
    place,
    typeOf(schema, here),
    required ? 'required' : fallback === undefined ? '' : code(String(fallback)),
    code(String(example ?? first?.value ?? '')),
    description ?? '',
  ];
}

function bodyOf({ requestBody }: Operation, here: Here): readonly string[] {
  if (requestBody === undefined) return [];
  const [type = '', content] = Object.entries(requestBody.content)[0] ?? [];
  const record = content?.schema.$ref === undefined ? '' : `, ${typeOf(content.schema, here)}`;
  const example = content?.example === undefined ? '' : `\n\n${exampleOf(type, content.example)}`;
  return [`Body, ${code(type)}${record}: ${requestBody.description ?? ''}${example}`];
}

/** An example of a body as it is sent: quotes around a plain text would be a part of it. */
const exampleOf = (type: string, example: unknown): string =>
  type === 'text/plain' ? fenced('text', String(example)) : fenced('json', JSON.stringify(example));

function answerRow(status: string, { description, content }: Answer, here: Here): readonly string[] {
  const [type = '', body] = Object.entries(content ?? {})[0] ?? [];
  const kinds =
    (body?.schema.anyOf as readonly Schema[] | undefined) ?? (body === undefined ? [] : [body.schema]);
  const records = kinds.map((kind) => typeOf(kind, here)).filter((each) => each !== 'any');
  return [status, description ?? '', records.join(' or ') || (type === '' ? '' : code(type))];
}
