import { jsonPathNeeds } from './json-path-needs.ts';
import { allOf, anyOf, type Need } from './needs.ts';
import type { Term } from './parse-search.ts';
import { sqlPathNeeds } from './sql-path-needs.ts';

/** The words that a document needs so that a search finds it. */
export function needsOf(terms: readonly Term[], matchAll: boolean): Need {
  const needs = terms.map(needOfTerm);
  return matchAll ? allOf(needs) : anyOf(needs);
}

export function needOfTerm(term: Term): Need {
  if (term.kind === 'anywhere') return jsonPathNeeds(term.ast);
  const { parsed } = term;
  return parsed.dialect === 'jsonpath' ? jsonPathNeeds(parsed.ast) : sqlPathNeeds(parsed.path.root);
}
