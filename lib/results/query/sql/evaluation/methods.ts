import { Node } from '../../../json/tape/tape.ts';
import { type Item, isEnd, notFound, type Outcome } from '../../evaluation/evaluation.ts';
import { isArray } from '../../evaluation/steps.ts';
import { Datetime, datetimeTypeNames } from '../datetime/datetime.ts';
import { neitherDatedNorTimed, readDatetime, readIsoDatetime } from '../datetime/read-datetime.ts';
import { parseTemplate, type TemplateNode } from '../datetime/template.ts';
import type { DatetimeFault } from '../datetime/text-cursor.ts';
import type { MethodName } from '../grammar/ast.ts';
import { absolute, ceiling, floor } from '../values/arithmetic.ts';
import { calculationSteps, type Decimal, type JsonNumber, readingSteps } from '../values/decimal.ts';
import { isDouble, numberOfText } from '../values/double.ts';
import { isNumber, MadeObject, type MadeValue, plain } from '../values/json-value.ts';
import { objectId, offsetOf, offsetOfMadeValue } from '../values/object-id.ts';
import { storedOrder } from '../values/stored-order.ts';
import { isObject } from './accessors.ts';
import type { SqlEvaluation, Step } from './sql-evaluation.ts';

/** A step that applies a method to one item. `sizeStep` applies the method `.size()`, which is for arrays. */
export function methodStep(name: Exclude<MethodName, 'size'>, next: Step): Step {
  switch (name) {
    case 'type':
      return (evaluation, item, found) => next(evaluation, typeName(item), found);
    case 'abs':
      return numericStep(name, absolute, next);
    case 'floor':
      return numericStep(name, floor, next);
    case 'ceiling':
      return numericStep(name, ceiling, next);
    case 'double':
      return doubleStep(next);
    case 'keyvalue':
      return keyValueStep(next);
  }
}

function typeName(given: Item): string {
  const item = plain(given);
  if (item === null) return 'null';
  if (isNumber(item)) return 'number';
  if (item instanceof Datetime) return datetimeTypeNames[item.type];
  if (isObject(item)) return 'object';
  return isArray(item) ? 'array' : typeof item;
}

export function sizeStep(next: Step, isLax: boolean): Step {
  return (evaluation, item, found) => {
    if (isArray(item)) return next(evaluation, item.count, found);
    if (isLax) return next(evaluation, 1, found);
    return evaluation.failStructure('22039', 'jsonpath item method .size() can only be applied to an array');
  };
}

function numericStep(name: string, compute: (value: JsonNumber) => JsonNumber, next: Step): Step {
  const complaint = `jsonpath item method .${name}() can only be applied to a numeric value`;
  return (evaluation, given, found) => {
    const item = plain(given);
    if (!isNumber(item)) return evaluation.fail('22036', complaint);
    if (typeof item !== 'number') evaluation.spend(unarySteps(item));
    return next(evaluation, compute(item), found);
  };
}

/**
 * The cost of `.abs()`, `.floor()` and `.ceiling()` in steps of the query's budget. A whole number keeps its
 * written form, which is cheap.
 */
const unarySteps = (value: Decimal): number =>
  value.isShort || value.scale === 0 ? readingSteps(value) : calculationSteps(value);

function doubleStep(next: Step): Step {
  return (evaluation, given, found) => {
    const item = plain(given);
    if (isNumber(item)) {
      evaluation.spend(readingSteps(item));
      if (isDouble(item)) return next(evaluation, item, found);
      return evaluation.fail(
        '22036',
        'numeric argument of jsonpath item method .double() is out of range for type double precision',
      );
    }
    if (typeof item !== 'string')
      return evaluation.fail(
        '22036',
        'jsonpath item method .double() can only be applied to a string or numeric value',
      );
    evaluation.spend(item.length >> 3);
    const value = numberOfText(item);
    if (value !== undefined) return next(evaluation, value, found);
    return evaluation.fail(
      '22036',
      'string argument of jsonpath item method .double() is not a valid representation of a double precision number',
    );
  };
}

/**
 * The method `.datetime()`.
 * @param template absent: the ISO formats are tried in turn.
 */
export function datetimeStep(template: string | undefined, next: Step): Step {
  const read = template === undefined ? readIso : compileTemplate(template);
  return (evaluation, given, found) => {
    const item = plain(given);
    if (typeof item !== 'string') {
      return evaluation.fail('22031', 'jsonpath item method .datetime() can only be applied to a string');
    }
    evaluation.spend(8 + item.length);
    const value = read(item);
    if (value instanceof Datetime) return next(evaluation, value, found);
    return evaluation.fail(value.fault.sqlState, value.fault.reason);
  };
}

type Reading = Datetime | { readonly fault: DatetimeFault };

const readIso = (text: string): Reading =>
  readIsoDatetime(text) ?? {
    fault: { sqlState: '22031', reason: `datetime format is not recognized: "${text}"` },
  };

/**
 * A template is parsed when it is first used, because PostgreSQL rejects a wrong template only then, and also
 * in predicates.
 */
function compileTemplate(template: string): (text: string) => Reading {
  if (template === '') return () => ({ fault: neitherDatedNorTimed });
  let nodes: readonly TemplateNode[] | undefined;
  return (text) => {
    nodes ??= parseTemplate(template);
    return readDatetime(nodes, text);
  };
}

/** `.keyvalue()`: makes an object `{id, key, value}` for each member. */
function keyValueStep(next: Step): Step {
  return (evaluation, item, found) => {
    if (!isObject(item))
      return evaluation.fail('2203C', 'jsonpath item method .keyvalue() can only be applied to an object');
    return eachMember(item, next, evaluation, found);
  };
}

function eachMember(
  object: Node | MadeObject,
  next: Step,
  evaluation: SqlEvaluation,
  found: Item[] | null,
): Outcome {
  const { state } = evaluation;
  const { base } = state;
  const id = objectId(object, base, state.offsets);
  let outcome: Outcome = notFound;
  for (const [key, value] of membersOf(object, evaluation)) {
    evaluation.spend(1);
    const made = new MadeObject(id, key, value);
    const shift = offsetOf(value, state.offsets) - offsetOfMadeValue(id, key);
    state.base = { id: state.nextBaseId, made, shift };
    state.nextBaseId += 1;
    outcome = next(evaluation, made, found);
    state.base = base;
    if (isEnd(outcome, found)) return outcome;
  }
  return outcome;
}

function* membersOf(
  object: Node | MadeObject,
  evaluation: SqlEvaluation,
): Iterable<readonly [string, MadeValue]> {
  if (object instanceof MadeObject) {
    yield* Object.entries(object);
    return;
  }
  const { tape } = object;
  for (const value of storedOrder(object, evaluation)) yield [tape.text(value - 1), new Node(tape, value)];
}
