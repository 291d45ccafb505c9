import type { HeaderHandlerFactory } from '../../../model/handlers.ts';
import { compileTextTests, parseTextTests, type TextTests } from '../../conditions/text.ts';
import { bodyOf } from '../../fields.ts';
import type { Part } from '../../groups.ts';
import type { Kind } from '../../kind.ts';

type Body = { readonly name: TextTests; readonly processors: readonly Part[] };

/** Each line with a matching name is one value. */
export const filter: Kind<Body, HeaderHandlerFactory> = {
  name: 'filter',
  summary: 'Passes the values of headers whose name passes a test, in any case of letters, to processors.',
  example: 'filter: { header: { value: content-length }, processor: { storeInt: length } }',
  cost: 'Compares each header line with the name, and copies the value of those that match.',
  atError:
    'An unset `matchVar` is an error, and so is what its processors call one; without a matching line its processors get no value.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const processors = scope.parseParts('processor', body.processor, [...at, 'processor']);
    if (body.header === undefined || body.processor === undefined) {
      scope.findings.error(at, 'filter needs header, a test of its name, and processor');
      return undefined;
    }
    const name = parseTextTests(body.header, [...at, 'header'], scope, false);
    if (name === undefined) return undefined;
    const { compare, caseSensitive } = name;
    if (caseSensitive && compare !== undefined && compare.operand !== compare.operand.toLowerCase())
      scope.findings.warning(
        [...at, 'header'],
        `'${compare.operand}' is compared with names in lower case, so it is never found`,
        'leave caseSensitive out',
      );
    return { name, processors };
  },
  compile({ name, processors }, compiler) {
    const matches = compileTextTests(name, compiler.variables);
    const factories = compiler.compileParts('processor', processors);
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
};
