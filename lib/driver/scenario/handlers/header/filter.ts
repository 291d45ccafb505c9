import { required } from '../../../declaration/field.ts';
import { textDefinition } from '../../../declaration/scalars.ts';
import { byType, define, referTo } from '../../../declaration/schema.ts';
import { compileTextTests, parseTextTests, type TextTests, textTestsBody } from '../../conditions/text.ts';
import { processors } from '../../declaration/nested-kinds.ts';
import type { ScopedField } from '../../declaration/scoped-field.ts';
import { headerHandler } from '../../kind.ts';

const headerFilterCondition = define('headerFilterCondition', {
  title: 'a header name, or a mapping',
  description: 'Test for the names of headers. Case matters only when caseSensitive is true.',
  ...byType('object', referTo(textTestsBody), referTo(textDefinition)),
});

const parseName = parseTextTests(false);

const headerName: ScopedField<TextTests, false> = {
  schema: { ...referTo(headerFilterCondition), examples: ['location'] },
  always: false,
  parse(raw, at, scope) {
    const name = parseName(raw, at, scope);
    if (name === undefined) return undefined;
    const { compare, caseSensitive } = name;
    if (caseSensitive && compare !== undefined && compare.operand !== compare.operand.toLowerCase())
      scope.findings.warning(
        at,
        `Downpour compares '${compare.operand}' with header names in lower case, so it never finds this text`,
        'leave caseSensitive out',
      );
    return name;
  },
};

/** Each header line with a matching name is one value. */
export const filter = headerHandler({
  name: 'filter',
  summary:
    'Passes the values of some headers to processors: those whose name passes a test. Case matters only with `caseSensitive: true`.',
  example: 'filter: { header: { value: content-length }, processor: { storeInt: length } }',
  cost: 'Compares each header line with the name, and copies the value of those that match.',
  atError:
    'An unset `matchVar` is an error, and so is an error of its processors. Without a matching header its processors receive no value.',
  fields: {
    header: required(headerName),
    processor: required(processors('Processors of the value.', { store: 'place' })),
  },
  needs: 'header, a condition for the names of headers, and processor, the processors of their values',
  compile({ header: name, processor: parts }, compiler) {
    const matches = compileTextTests(name, compiler.variables);
    const factories = compiler.compileParts('processor', parts);
    return () => {
      const inner = factories.map((make) => make());
      return {
        begin({ session, sequence }) {
          for (const processor of inner) processor.begin?.(session, sequence);
        },
        header({ session, sequence }, header, value) {
          if (!matches(session, sequence, header)) return;
          const bytes = Buffer.from(value, 'latin1');
          for (const processor of inner) processor.data(session, sequence, bytes, true);
        },
        end({ session, sequence }) {
          for (const processor of inner) processor.end?.(session, sequence);
        },
      };
    };
  },
});
