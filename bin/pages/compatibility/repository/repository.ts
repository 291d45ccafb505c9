import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { project } from '../../../../lib/project.ts';
import { code, page, table } from '../../../generate/markdown.ts';
import { calls } from './clients.ts';
import { departures } from './departures.ts';
import { absent, differing, rows } from './rows.ts';

/** docs/compatibility-repository.md */
export function repositoryCompatibilityPage(): string {
  const held = heldByTests();
  return page(
    'Compatibility of the results repository',
    `The API is that of the original repository of results, so that its clients and scripts work here. This page says where the
two differ, and what holds of all that the original's own tests assert. [Compatibility](compatibility.md) says the same of
the driver.`,
    '## Where they differ',
    ...Object.entries(departures).flatMap(([part, list]) => [
      `### ${part}`,
      table(
        ['what', 'original', 'Downpour', 'why'],
        list.map(({ what, original, here, why }) => [what, original, here, why]),
      ),
    ]),
    '## The published clients',
    clientsText,
    table(
      ['call', 'what is asked and asserted', 'Python', 'Go'],
      calls.map(({ what, python, go }, index) => [String(index + 1), what, python, go]),
    ),
    '## What the original is tested for',
    `${counted(held)} The names of the tests that hold a row end with its number.`,
    ...Object.entries(rows).flatMap(([group, each]) => [
      `### ${group}`,
      table(
        ['row', 'what is asserted', 'here'],
        Object.entries(each).map(([row, what]) => [row, what, stateOf(Number(row), held)]),
      ),
    ]),
  );
}

const clientsText = `The client for Python runs as it is published ([\`peers/python/published-client.test.ts\`](../test/peers/python/published-client.test.ts)).
Of the client for Go the tests use the libraries under it, in its versions ([\`peers/go/client.test.ts\`](../test/peers/go/client.test.ts)):
they sign, send and read. Both log in with a user and a password at the deployment itself or at a login server
([Who may do what](identity.md#passwords-and-tokens)). The client for Go shows an API key over TLS only: \`downpour serve\` has
\`--tls-cert\` and \`--tls-key\` for it ([Commands](commands.md#serve)), and what is deployed speaks TLS. Their own
integration tests pass as well, unchanged, against \`downpour serve --service Horreum --anonymous --port 8080\` that is started with
\`DOWNPOUR_PASSWORD_LENGTH_MIN=6\`, once the user that they log in as is there: \`horreum.bootstrap\` with the password \`secret\`, an
administrator with all roles in \`dev-team\`. These are the calls of those tests, with the cases that hold them.`;

/** A test, by its file and its name without the rows at the end. */
export type RowTest = { readonly file: string; readonly name: string };

/** The tests of each row that has any. */
export function heldByTests(): ReadonlyMap<number, readonly RowTest[]> {
  const held = new Map<number, RowTest[]>();
  const folder = join(project, 'test');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.test.ts')) continue;
    const file = `test/${path.replaceAll('\\', '/')}`;
    for (const [, , name = '', numbers = ''] of readFileSync(join(folder, path), 'utf8').matchAll(rowsAtEnd))
      for (const row of numbers.split(',').map(Number))
        held.set(row, [...(held.get(row) ?? []), { file, name }]);
  }
  return held;
}

/** `test('... (row 12)', ` and `it('... (rows 12, 13)', `. */
const rowsAtEnd = /\b(?:test|it)\((['"`])(.+) \(rows? (\d+(?:, \d+)*)\)\1,/g;

function stateOf(row: number, held: ReadonlyMap<number, readonly RowTest[]>): string {
  const reason = absent[row];
  if (reason !== undefined) return `not there: ${reason}`;
  const tests = [...Map.groupBy(held.get(row) ?? [], ({ file }) => file)].map(
    ([file, list]) =>
      `[${code(file.replace('test/', ''))}](../${file}): ${list.map(({ name }) => name).join(' · ')}`,
  );
  const difference = differing[row];
  const start = difference === undefined ? 'holds' : `in part (${difference})`;
  return tests.length === 0 ? 'not yet' : `${start}: ${tests.join('. ')}`;
}

function counted(held: ReadonlyMap<number, readonly RowTest[]>): string {
  const all = Object.values(rows).flatMap((each) => Object.keys(each).map(Number));
  const whole = all.filter((row) => held.has(row) && differing[row] === undefined);
  const parts = all.filter((row) => held.has(row) && differing[row] !== undefined);
  return `Of ${all.length} rows ${whole.length} are held by tests, ${parts.length} in part, and ${Object.keys(absent).length} are not there.`;
}
