import { required } from '../../declaration/field.ts';
import { reads } from '../declaration/variables.ts';
import { step } from '../kind.ts';
import { checkRewrite, compileJson, jsonFields, jsonShort } from '../processors/json.ts';

export const json = step({
  name: 'json',
  summary: 'Runs a JSON query over a variable with bytes, as the processor does over a response.',
  example: 'json: { fromVar: response, query: .id, toVar: id }',
  cost: 'Reads the document once: linear in its bytes, and what its targets store is allocated.',
  atError:
    'An unset variable, a variable without bytes, or bytes that are not JSON fail the phase. A query without a match stores nothing, and a variable with 0 bytes is skipped.',
  fields: {
    fromVar: required(reads('object', 'Name of the session variable with the JSON text.', 'response')),
    ...jsonFields,
  },
  short: jsonShort,
  needs: 'fromVar, the variable with the JSON text, query, and one of toVar, toArray and processor',
  write: 'json: { fromVar: response, query: .id, toVar: id }',
  check({ fromVar, ...body }, at, scope) {
    const checked = checkRewrite(body, at, scope);
    return checked === undefined ? undefined : { ...checked, fromVar };
  },
  compile({ fromVar, ...body }, compiler) {
    const value = compiler.variables.need(fromVar);
    // The step handles its JSON text without waiting. So one processor can serve all users one after the
    // other.
    const processor = compileJson(body, compiler)();
    return [
      (session, sequence) => {
        const bytes = value(session, sequence);
        if (!(bytes instanceof Uint8Array))
          throw new Error(
            `json reads bytes, but variable '${fromVar}' has none; store them with 'format: BYTES'`,
          );
        if (bytes.length === 0) return true;
        const document = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        processor.begin?.(session, sequence);
        processor.data(session, sequence, document, true);
        processor.end?.(session, sequence);
        return true;
      },
    ];
  },
});
