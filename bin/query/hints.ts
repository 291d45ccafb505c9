import type { FilterQueryResult } from '../../lib/api.generated.ts';
import { nearestName } from '../../lib/driver/document/nearest.ts';
import { exactly } from '../../lib/report/units.ts';

/** Queries the same document again, for all matches of an expression. */
export type QueryAll = (expression: string) => Promise<FilterQueryResult>;

/**
 * A hint about an answer: more values matched, or no value matched and a name is misspelt. Undefined when no
 * hint is needed. The hint needs further queries, so it is for terminals and not for scripts.
 */
export async function hintOf(
  expression: string,
  { valid, value }: FilterQueryResult,
  array: boolean,
  queryAll: QueryAll,
): Promise<string | undefined> {
  if (!valid) return undefined;
  if (array) return value === '[]' ? nothingMatched(expression, queryAll) : undefined;
  if (value !== 'null' && !mayMatchMore.test(expression)) return undefined;
  const matches = (await listOf(expression, queryAll))?.length;
  if (matches === 0) return nothingMatched(expression, queryAll);
  return matches === undefined || matches === 1
    ? undefined
    : `first of ${exactly(matches)} matches; --array shows all`;
}

/**
 * Whether an expression may match more than one value. The check is rough, and the number of matches decides.
 */
const mayMatchMore = /[*?,:]|\.\.|^\s*(lax|strict)\b/;

async function listOf(expression: string, queryAll: QueryAll): Promise<readonly unknown[] | undefined> {
  const { valid, value } = await queryAll(expression);
  return valid && value !== null ? (JSON.parse(value) as readonly unknown[]) : undefined;
}

const lastMember = /^(.*?)(?:\.([A-Za-z_$][\w$-]*)|\['([^']+)'\])(?:\[(?:\*|\d+)\])*$/s;
const roundsMax = 5;

/**
 * Makes the hint when no value matched. It shortens the path until a member exists, and proposes names that
 * are similar to the missing name.
 */
async function nothingMatched(expression: string, queryAll: QueryAll): Promise<string> {
  let rest = expression;
  for (let round = 0; round < roundsMax; round += 1) {
    const [, parent, plain, quoted] = lastMember.exec(rest) ?? [];
    const name = plain ?? quoted;
    if (!parent?.trimStart().startsWith('$') || name === undefined) break;
    const found = new Set((await listOf(`${parent}.*~`, queryAll))?.map(String));
    const names = [...found].filter((each) => !/^\d+$/.test(each));
    if (names.includes(name)) break;
    if (names.length > 0) return unknownMember(name, names);
    rest = parent;
  }
  return 'nothing matched';
}

const namesShown = 12;

function unknownMember(name: string, names: readonly string[]): string {
  const near = nearestName(name, names);
  const known = names.length > namesShown ? [...names.slice(0, namesShown), '...'] : names;
  const hint = near === undefined ? `members there: ${known.join(', ')}` : `did you mean '${near}'?`;
  return `nothing matched: there is no member '${name}', ${hint}`;
}
