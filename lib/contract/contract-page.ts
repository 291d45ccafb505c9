import {
  type Answer,
  type ApiDocument,
  type Content,
  membersOf,
  nameIn,
  type Operation,
  type Parameter,
  resolved,
  type Schema,
  wordsOf,
} from './openapi-types.ts';

/**
 * The contract of the API as one HTML page. It has no script and no font, and loads nothing from other hosts.
 */
export function contractPage(api: ApiDocument): string {
  const operations = operationsOf(api);
  const groups = (api.tags ?? []).map(({ name, description = '' }) => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === name);
    const heading = `<h2 id="${anchorOf(name)}">${escaped(name)}</h2><p>${prose(description)}</p>`;
    return `<section>${heading}${own.map((each) => operationHtml(api, each)).join('')}</section>`;
  });
  const records = Object.entries(api.components.schemas).map(([name, schema]) => recordHtml(name, schema));
  const title = `${escaped(api.info.title)} ${escaped(api.info.version)}`;
  const links = [...(api.tags ?? []).map(({ name }) => name), 'Records'];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}: the HTTP API</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p>${prose(api.info.description ?? '')}</p>
<p>For programs: <a href="openapi?format=json">JSON</a>, <a href="openapi?format=yaml">YAML</a>.</p>
<nav>${links.map((name) => `<a href="#${anchorOf(name)}">${escaped(name)}</a>`).join(' ')}</nav>
</header>
<main>
${groups.join('\n')}
<section><h2 id="records">Records</h2>${records.join('')}</section>
</main>
</body>
</html>
`;
}

type Described = { readonly method: string; readonly path: string; readonly operation: Operation };

function operationsOf({ paths }: ApiDocument): readonly Described[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

function operationHtml(api: ApiDocument, { method, path, operation }: Described): string {
  const { summary = '', description = '', parameters = [], requestBody, responses } = operation;
  const declared = parameters.map((each) => resolved(each, api.components.parameters));
  const answers = Object.entries(responses).map(
    ([status, answer]) => [status, resolved(answer, api.components.responses)] as const,
  );
  const request = `<b class="${method}">${method}</b> <code>${escaped(path)}</code>`;
  return `<details id="${anchorOf(`${method} ${path}`)}">
<summary>${request} <span>${prose(summary)}</span></summary>
${description === '' ? '' : `<p>${prose(description)}</p>`}
<p>${keyWords(operation)}</p>
${table(['parameter', 'in', 'type', 'what it is'], declared.map(parameterRow))}
${requestBody === undefined ? '' : `<p>Body: ${contentHtml(requestBody.content)}. ${prose(requestBody.description ?? '')}</p>`}
${table(['answer', 'body', 'what it says'], answers.map(answerRow))}
</details>`;
}

function keyWords({ security }: Operation): string {
  if (security === undefined) return 'Needs an API key.';
  if (security.length === 0) return 'Needs no API key.';
  return security.some((way) => Object.keys(way).length === 0)
    ? 'Needs an API key, unless the deployment lets everybody read public data.'
    : 'Needs an API key.';
}

function parameterRow(parameter: Parameter): readonly string[] {
  const {
    name = '',
    in: location = '',
    required = false,
    schema = {},
    description = '',
    example,
  } = parameter;
  const exampleText = example === undefined ? '' : ` For example <code>${escaped(String(example))}</code>.`;
  const fallback = schema.default === undefined ? '' : `, else ${escaped(JSON.stringify(schema.default))}`;
  const need = required ? ' (required)' : '';
  return [
    `<code>${escaped(name)}</code>${need}`,
    location,
    `${typeHtml(schema)}${fallback}`,
    prose(description) + exampleText,
  ];
}

const answerRow = ([status, { description = '', content }]: readonly [string, Answer]): readonly string[] => [
  status,
  content === undefined ? '' : contentHtml(content),
  prose(description),
];

const contentHtml = (content: Content): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `<code>${escaped(type)}</code> ${typeHtml(schema)}`)
    .join(' or ');

function recordHtml(name: string, schema: Schema): string {
  const { whole, own } = membersOf(schema);
  const rows = own.map((member) => [
    `<code>${escaped(member.name)}</code>${member.isRequired ? '' : ' (optional)'}`,
    typeHtml(member.type),
    prose(member.type.description ?? ''),
  ]);
  const isPlain = whole.length === 0 && own.length === 0;
  const kinds = isPlain
    ? ` ${wordsOf(schema) === undefined ? 'Its type is' : 'One of'} ${typeHtml(schema)}.`
    : '';
  const others =
    whole.length === 0 ? '' : ` It has all members of ${whole.map(typeHtml).join(' and ')}, and these:`;
  return `<h3 id="${anchorOf(name)}">${escaped(name)}</h3><p>${prose(schema.description ?? '')}${kinds}${others}</p>
${table(['member', 'type', 'what it is'], rows)}`;
}

function typeHtml(schema: Schema): string {
  const { $ref, items, anyOf, oneOf = anyOf, type } = schema;
  if ($ref !== undefined) return `<a href="#${anchorOf(nameIn($ref))}">${escaped(nameIn($ref))}</a>`;
  if (items !== undefined) return `list of ${typeHtml(items)}`;
  const words = wordsOf(schema);
  if (words !== undefined)
    return words.map((word) => `<code>${escaped(JSON.stringify(word))}</code>`).join(', ');
  if (oneOf !== undefined) return oneOf.map(typeHtml).join(' or ');
  return type === undefined ? 'any' : [type].flat().join(' or ');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((cells) => line(cells, 'td')).join('\n')}</table>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** Markup of a text of the contract. Text between backticks is code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 70rem; margin: 0 auto; padding: 1rem; }
nav a { margin-right: 1rem; }
details { border: 1px solid #8886; border-radius: 6px; margin: .4rem 0; padding: .3rem .8rem; overflow-x: auto; }
section { overflow-x: auto; }
summary { cursor: pointer; overflow-wrap: anywhere; }
summary span { opacity: .8; }
b { display: inline-block; min-width: 4.5rem; }
.GET { color: light-dark(#073, #4d9); } .POST { color: light-dark(#06c, #6af); }
.PUT { color: light-dark(#850, #db6); } .DELETE { color: light-dark(#b22, #f88); }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .92rem; }
th, td { border-bottom: 1px solid #8884; padding: .25rem .6rem .25rem 0; text-align: left; vertical-align: top; }
code { font: .9em ui-monospace, monospace; }
`;
