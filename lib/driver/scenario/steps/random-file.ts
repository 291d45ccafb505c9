import { bodyOf, textOf } from '../fields.ts';
import { contentOf } from '../files/content.ts';
import type { StepKind } from '../kind.ts';
import { parseWeights, type Weighted, weightedIndex } from './weights.ts';

type Body = { readonly files: readonly Weighted[]; readonly toVar: string; readonly filenameVar?: string };

export const randomFile: StepKind<Body> = {
  name: 'randomFile',
  summary: 'Stores the bytes of a random file, and its name; weights make some files more frequent.',
  example: 'randomFile: { files: [cat.png, dog.png], toVar: picture, filenameVar: name }',
  cost: 'Reads all files once for each scenario and shard and keeps them in memory; a draw is one random number, the bytes are not copied, and weights cost a search, logarithmic in the files.',
  atError:
    'A missing file, or a weight that is not above 0, is refused when the document is read; at run time nothing in it can fail.',
  parse(raw, at, scope) {
    const body = bodyOf(raw) ?? {};
    const toVar = textOf(body.toVar);
    const filenameVar = textOf(body.filenameVar);
    if (toVar === undefined || body.files === undefined)
      scope.findings.error(at, 'randomFile needs files and toVar');
    const files = body.files === undefined ? [] : parseWeights(body.files, [...at, 'files'], scope);
    for (const { text } of files) scope.needsFile(text, [...at, 'files']);
    if (toVar !== undefined) scope.writesVariable(toVar, 'object', [...at, 'toVar']);
    if (filenameVar !== undefined) scope.writesVariable(filenameVar, 'object', [...at, 'filenameVar']);
    if (toVar === undefined || files.length === 0) return undefined;
    return filenameVar === undefined ? { files, toVar } : { files, toVar, filenameVar };
  },
  compile({ files, toVar, filenameVar }, { variables, random, environment }) {
    const contents = files.map(({ text }) => contentOf(text, environment));
    const draw = weightedIndex(files, random);
    const write = variables.write(toVar);
    const writeName = filenameVar === undefined ? undefined : variables.write(filenameVar);
    return [
      (session, sequence) => {
        const index = draw();
        write(session, sequence, contents[index]);
        writeName?.(session, sequence, files[index]?.text);
        return true;
      },
    ];
  },
};
