import { isComposite, kind } from '../../json/kind.ts';
import type { Member } from '../../run-index/run-index.ts';
import type { PlanLimits } from './limits.ts';
import type { Way } from './query-plan.ts';
import type { PathShape } from './shape/path-shape.ts';

type Rule = PathShape['rule'];
type Refused = Extract<Way, { way: 'refused' }>;

/** Why a query is not answered, with a bound and a way out. */
export const refusal = {
  answer: (bytes: number, { answerBytesMax }: PlanLimits): Refused =>
    refused(`the answer has ${bytes} bytes or more, the limit is ${answerBytesMax}; ask for a narrower path`),
  results: ({ resultsMax }: PlanLimits): Refused =>
    refused(`the query has more than ${resultsMax} results; ask for a narrower path`),
  parse: (bytes: number, members: readonly Member[], rule: Rule, { parseBytesMax }: PlanLimits): Refused => {
    const need = `the query needs ${bytes} bytes of the run parsed, the limit is ${parseBytesMax}`;
    return refused(`${need}; ask for a narrower path${example(members, rule)}`);
  },
};

const refused = (reason: string): Refused => ({ way: 'refused', sqlState: '54000', reason });

/** A path into the largest member that would be answered, in the dialect that was asked. */
function example(members: readonly Member[], rule: Rule): string {
  const [largest] = [...members].sort((one, other) => other.end - other.start - (one.end - one.start));
  if (largest === undefined) return '';
  const step = (name: string): string =>
    rule === 'jsonpath' ? `[${JSON.stringify(name)}]` : `.${JSON.stringify(name)}`;
  const path = `${rule === 'jsonpath' ? '' : `${rule} `}$${step(largest.name)}`;
  const column = largest.table?.paths.members.find(
    ([, node]) => node.column && !isComposite(node.kinds),
  )?.[0];
  if (column !== undefined) return `, for example ${path}[*]${step(column)}`;
  return largest.kind === kind.array ? `, for example ${path}[0]` : ` than ${path}`;
}
