import { Datetime, datetimeTypeNames } from '../datetime/datetime.ts';
import type { DatetimeFault } from '../datetime/datetime-fields.ts';
import { neitherDatedNorTimed, readDatetime, readIsoDatetime } from '../datetime/datetime-reader.ts';
import { parseTemplate, type TemplateNode } from '../datetime/datetime-template.ts';
import type { MethodName } from '../grammar/ast.ts';
import type { Decimal, JsonNumber } from '../values/decimal.ts';
import { calculationSteps, readingSteps } from '../values/decimal-work.ts';
import { isDouble, numberOfText } from '../values/double.ts';
import { isNumber, JsonObject } from '../values/json-value.ts';
import { absolute, ceiling, floor } from './arithmetic.ts';
import { isArray, unwrapping } from './compile-accessor.ts';
import { compileKeyValue } from './compile-key-value.ts';
import { SqlPathError } from './errors.ts';
import { type Evaluation, failed, type Item, type Step } from './evaluation.ts';

/** All but `size` and `type` take an array as its elements, in lax mode. */
export function compileMethod(name: MethodName, next: Step, isLax: boolean): Step {
  switch (name) {
    case 'type':
      return (evaluation, item, found) => next(evaluation, typeName(item), found);
    case 'size':
      return compileSize(next, isLax);
    case 'abs':
      return unwrapping(compileNumeric(name, absolute, next), isLax);
    case 'floor':
      return unwrapping(compileNumeric(name, floor, next), isLax);
    case 'ceiling':
      return unwrapping(compileNumeric(name, ceiling, next), isLax);
    case 'double':
      return unwrapping(compileDouble(next), isLax);
    case 'keyvalue':
      return unwrapping(compileKeyValue(next), isLax);
  }
}

function typeName(item: Item): string {
  if (item === null) return 'null';
  if (isNumber(item)) return 'number';
  if (item instanceof Datetime) return datetimeTypeNames[item.type];
  if (item instanceof JsonObject) return 'object';
  return isArray(item) ? 'array' : typeof item;
}

function compileSize(next: Step, isLax: boolean): Step {
  return (evaluation, item, found) => {
    if (isArray(item)) return next(evaluation, item.length, found);
    if (isLax) return next(evaluation, 1, found);
    return evaluation.failStructure('22039', 'jsonpath item method .size() can only be applied to an array');
  };
}

function compileNumeric(name: string, compute: (value: JsonNumber) => JsonNumber, next: Step): Step {
  const complaint = `jsonpath item method .${name}() can only be applied to a numeric value`;
  return (evaluation, item, found) => {
    if (!isNumber(item)) return evaluation.fail('22036', complaint);
    if (typeof item !== 'number') evaluation.spend(unarySteps(item));
    return next(evaluation, compute(item), found);
  };
}

/** What is whole stays as it is written. */
const unarySteps = (value: Decimal): number =>
  value.isShort || value.scale === 0 ? readingSteps(value) : calculationSteps(value);

function compileDouble(next: Step): Step {
  const complain = (evaluation: Evaluation, reason: string): typeof failed =>
    evaluation.fail('22036', reason);
  return (evaluation, item, found) => {
    if (isNumber(item)) {
      evaluation.spend(readingSteps(item));
      if (isDouble(item)) return next(evaluation, item, found);
      return complain(
        evaluation,
        'numeric argument of jsonpath item method .double() is out of range for type double precision',
      );
    }
    if (typeof item !== 'string')
      return complain(
        evaluation,
        'jsonpath item method .double() can only be applied to a string or numeric value',
      );
    evaluation.spend(item.length >> 3);
    const value = numberOfText(item);
    if (value !== undefined) return next(evaluation, value, found);
    return complain(
      evaluation,
      'string argument of jsonpath item method .double() is not a valid representation of a double precision number',
    );
  };
}

/** @param template absent: the ISO formats are tried in turn. */
export function compileDatetime(template: string | undefined, next: Step, isLax: boolean): Step {
  const read = template === undefined ? readIso : compileTemplate(template);
  return unwrapping((evaluation, item, found) => {
    if (typeof item !== 'string') {
      return evaluation.fail('22031', 'jsonpath item method .datetime() can only be applied to a string');
    }
    evaluation.spend(8 + item.length);
    const value = read(item);
    if (value instanceof Datetime) return next(evaluation, value, found);
    const { sqlState, reason, detail, hint } = value.fault;
    if (evaluation.throwsErrors) throw new SqlPathError(sqlState, reason, { detail, hint });
    return failed;
  }, isLax);
}

type Reading = Datetime | { readonly fault: DatetimeFault };

const readIso = (text: string): Reading =>
  readIsoDatetime(text) ?? {
    fault: {
      sqlState: '22031',
      reason: `datetime format is not recognized: "${text}"`,
      hint: 'Use a datetime template argument to specify the input data format.',
    },
  };

/** A template is read when it is first used: PostgreSQL refuses a bad one then, and in predicates too. */
function compileTemplate(template: string): (text: string) => Reading {
  if (template === '') return () => ({ fault: neitherDatedNorTimed });
  let nodes: readonly TemplateNode[] | undefined;
  return (text) => {
    nodes ??= parseTemplate(template);
    return readDatetime(nodes, text);
  };
}
