import { exactlyOne, required, withDefault } from '../../declaration/field.ts';
import { flag, wholeNumber } from '../../declaration/scalars.ts';
import { intoLeft } from '../../declaration/short-forms.ts';
import type { Read } from '../../model/session.ts';
import { comparisonsBelow, compileIntTest } from '../conditions/int.ts';
import { reads, writes } from '../declaration/variables.ts';
import { action } from '../kind.ts';
import { compileIntSource, type IntSource, intSources } from '../sources.ts';
import type { Variables } from '../variables.ts';

type Source = IntSource | { readonly min: readonly IntSource[] } | { readonly max: readonly IntSource[] };

export const setInt = action({
  name: 'setInt',
  summary: 'Sets an int variable to a number, to another variable, or to the smallest or largest of several.',
  example: 'setInt: count <- 1',
  cost: 'One write; `min` and `max` also read each of their entries.',
  atError:
    'It is an error when a variable of the source is unset, or has text that is not a whole number. If `var` is unset, it passes no `intCondition` and stays unset.',
  fields: {
    var: required(writes('int', 'Name of the session variable to set.', 'page')),
    source: exactlyOne({
      value: wholeNumber('The number.', 1),
      fromVar: reads(undefined, 'Name of the session variable with the number.', 'start'),
      min: intSources('Sets the variable to the smallest of these numbers.', [1, { fromVar: 'count' }]),
      max: intSources('Sets the variable to the largest of these numbers.', [1, { fromVar: 'count' }]),
    }),
    onlyIfNotSet: withDefault(false, flag('True: does nothing when the variable is set.')),
    intCondition: comparisonsBelow(
      'Changes the variable only when its present value passes these comparisons.',
      { lessThan: 3 },
    ),
  },
  short: { words: '`v <- n`.', example: 'page <- 1', read: intoLeft('var', 'value') },
  write: "setInt: name <- 1', or for a random number 'randomInt: name <- 1 .. 10",
  compile({ var: variable, source, onlyIfNotSet, intCondition }, { variables }) {
    const read = variables.read(variable);
    const write = variables.write(variable);
    const value = compileSource(source, variables);
    const passes = intCondition && compileIntTest(intCondition, variable, variables);
    return (session, sequence) => {
      if (onlyIfNotSet || passes !== undefined) {
        const current = read(session, sequence);
        if (onlyIfNotSet && current !== undefined) return;
        // A variable without a value passes no comparison.
        if (passes !== undefined && (current === undefined || !passes(session, sequence, current))) return;
      }
      write(session, sequence, value(session, sequence));
    };
  },
});

function compileSource(source: Source, variables: Variables): Read<number> {
  if ('min' in source) return outermost(source.min, Math.min, Number.POSITIVE_INFINITY, variables);
  if ('max' in source) return outermost(source.max, Math.max, Number.NEGATIVE_INFINITY, variables);
  return compileIntSource(source, variables);
}

function outermost(
  sources: readonly IntSource[],
  choose: (one: number, other: number) => number,
  first: number,
  variables: Variables,
): Read<number> {
  const reads = sources.map((source) => compileIntSource(source, variables));
  return (session, sequence) => {
    let picked = first;
    for (const read of reads) picked = choose(picked, read(session, sequence));
    return picked;
  };
}
