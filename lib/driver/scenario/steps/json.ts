import { bodyOf, textOf } from '../fields.ts';
import type { StepKind } from '../kind.ts';
import { compileJson, type JsonBody, parseJson } from '../processors/json.ts';

type Body = JsonBody & { readonly fromVar: string };

export const json: StepKind<Body> = {
  name: 'json',
  summary: 'Runs a JSON query over a variable that holds bytes, as the processor does over a response.',
  example: 'json: { fromVar: response, query: .id, toVar: id }',
  cost: 'Reads the document once: linear in its bytes, and what its targets store is allocated.',
  atError:
    'An unset variable, one that holds no bytes, or bytes that are no JSON fail the phase; a query without a match stores nothing, and no bytes at all are skipped.',
  parse(raw, at, scope) {
    const fromVar = textOf(bodyOf(raw)?.fromVar);
    const body = parseJson(raw, at, scope);
    if (fromVar === undefined) {
      scope.findings.error(
        at,
        'json as a step needs fromVar, the variable that holds the JSON text',
        "write 'json: { fromVar: response, query: .id, toVar: id }'",
      );
      return undefined;
    }
    scope.readsVariable(fromVar, 'object', [...at, 'fromVar']);
    return body === undefined ? undefined : { ...body, fromVar };
  },
  compile({ fromVar, ...body }, compiler) {
    const value = compiler.variables.need(fromVar);
    // A step never waits inside, so that one processor serves all users.
    const processor = compileJson(body, compiler)();
    return [
      (session, sequence) => {
        const bytes = value(session, sequence);
        if (!(bytes instanceof Uint8Array))
          throw new Error(
            `json reads bytes, and variable '${fromVar}' holds none; store them with 'format: BYTES'`,
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
};
