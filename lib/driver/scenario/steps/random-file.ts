import { required } from '../../declaration/field.ts';
import { writes } from '../declaration/variables.ts';
import { contentOf } from '../files/content.ts';
import { step } from '../kind.ts';
import { weightedIndex, weights, weightsDefinition } from './weights.ts';

const fileList = weightsDefinition('fileList', {
  title: 'a list of files, or a mapping of file to weight',
  description:
    'Paths of the files, relative to the benchmark document: a list, or a mapping (or list of mappings) of path to weight.',
  example: ['cat.png', 'dog.png'],
});

export const randomFile = step({
  name: 'randomFile',
  summary: 'Stores the bytes of a random file, and its name; weights make some files more frequent.',
  example: 'randomFile: { files: [cat.png, dog.png], toVar: picture, filenameVar: name }',
  cost: 'Reads all files once for each scenario and shard and keeps them in memory. A draw is one random number, and the bytes are not copied. Weights cost a search, logarithmic in the number of files.',
  atError:
    'Downpour rejects a document with a missing file, with a negative weight, or without a weight above 0. While the phase runs it never fails.',
  fields: {
    files: required(weights(fileList)),
    toVar: required(writes('object', 'Name of the session variable that receives the bytes.', 'picture')),
    filenameVar: writes('object', 'Name of the session variable that receives the name of the file.', 'name'),
  },
  check(body, at, scope) {
    for (const { text } of body.files) scope.needsFile(text, [...at, 'files']);
    return body;
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
});
