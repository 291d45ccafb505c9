import { keyCache } from '../../../lib/results/limits.ts';
import { corrections } from '../../../lib/results/query/jsonpath/grammar/correction.ts';
import { usualPorts } from '../../cli/context.ts';
import { code, fenced, page, table } from '../../generate/markdown.ts';

/** docs/queries.md */
export const queriesPage = (): string =>
  page(
    'Queries',
    `\`GET /api/sql/{id}/queryrun\` and \`downpour query\` take two languages. Syntax that only one of them knows decides which it
is, so an answer never depends on the document. [The HTTP API](api.md#get-apisqlidqueryrun) has the parameters and the reply.`,
    dialects,
    lenient,
    table(
      ['what people bring', 'what it is taken for', 'because'],
      corrections.map(({ form, becomes, what }) => [code2(form), code(becomes), what]),
    ),
    `\`^\` behind a path is its parent. At the beginning of an expression it is refused: the root of a document has no parent.
A condition is never evaluated as JavaScript, whatever it looks like.`,
    keys,
  );

/** Code that may hold a backtick. */
const code2 = (text: string): string => (text.includes('`') ? `\`\` ${text} \`\`` : code(text));

const dialects = `## Which dialect

JSONPath (RFC 9535 with the forms of jsonpath-plus) begins with \`$\` and has \`..\`, \`[?(...)]\`, \`['name']\` and slices. SQL/JSON path
is PostgreSQL's: \`$.a ? (@ > 1)\`, \`.**\`, \`like_regex\`, \`.size()\`, and \`lax\` or \`strict\` before it.

What both accept, such as \`$.results.value\`, is where they differ: SQL/JSON path looks into arrays by itself, JSONPath does not.
It runs as the first of these says:

1. the parameter \`dialect=jsonpath\` or \`dialect=sql\` of the request (\`downpour query --dialect sql\`);
2. the API key: \`{"name": "old scripts", "dialect": "sql"}\` when it is made (\`downpour key create "old scripts" --dialect sql\`);
3. the deployment: the option \`commonDialect\` in AWS, \`DOWNPOUR_COMMON_DIALECT=sql downpour serve\` on one machine,
   where \`downpour query FILE\` obeys it too;
4. JSONPath.

The header \`X-Downpour-Dialect\` of the reply tells which it was.`;

const lenient = `## Expressions of other programs

A text that is no expression is refused, and the reason names the place and, for the forms below, what was probably meant. With
\`lenient=true\` (\`downpour query --lenient\`) it is taken for that; \`jsonpath\` of the reply is then the corrected expression. What is
an expression already is never changed.`;

const keys = `## Speed and keys

${fenced(
  'sh',
  `key="X-Downpour-API-Key: $(cat .downpour/admin.key)"
curl -G -H "$key" http://127.0.0.1:${usualPorts.api}/api/sql/1/queryrun --data-urlencode 'query=$.info.benchmark' -d dialect=sql`,
)}

A function that is warm knows small runs, indexes and API keys from earlier requests. It asks for a key again after
${keyCache.goodMs / 1000} seconds, so a key that is revoked works for so long at most; one that was refused is asked for again
after ${keyCache.refusedMs / 1000} second.`;
