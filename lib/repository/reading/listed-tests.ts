import { maySee, type Principal } from '../../results/access.ts';
import { pageOfTests, type TestPage } from '../records/tests/test-list.ts';
import type { Test } from '../records/tests/tests.ts';
import { ofTeams, teamsNamed, visibleOf } from '../records/visible-lists.ts';
import type { Repository } from '../repository.ts';

export type ListedTests = { readonly tests: readonly Test[]; readonly count: number };

/**
 * Lists a page of the tests that the caller may see, and counts all of these tests. A list by name reads only
 * its own page and the pages before it. Other orders read all tests.
 */
export async function listTests(
  { tests }: Pick<Repository, 'tests'>,
  caller: Principal,
  page: TestPage,
): Promise<ListedTests> {
  const { sort = 'name', direction = 'Ascending', limit = 0, page: number = 0, roles } = page;
  const count = sort === 'name' && limit > 0 ? await tests.count(caller) : undefined;
  if (count === undefined) {
    const all = visibleOf(caller, await tests.list());
    return { tests: pageOfTests(ofTeams(caller, all, roles), page), count: all.length };
  }
  const teams = teamsNamed(caller, roles);
  const end = Math.min((number + 1) * limit, count);
  const found: Test[] = [];
  if (end > number * limit)
    for await (const test of tests.byNames(direction === 'Descending', end)) {
      if (maySee(caller, test) && teams?.includes(test.owner) !== false) found.push(test);
      if (found.length === end) break;
    }
  return { tests: found.slice(number * limit), count };
}
