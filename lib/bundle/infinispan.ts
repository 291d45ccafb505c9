import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

/** Puts message schemas into a bundle. The Infinispan client would read them from files in its own folder. */
export const infinispanSchemas: Plugin = {
  name: 'infinispan schemas',
  setup: ({ onLoad }) =>
    onLoad({ filter: /infinispan[\\/]lib[\\/]codec\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const calls = [...text.matchAll(/protobuf\.loadSync\(path\.join\(`\$\{__dirname\}\/([\w/.-]+)`\)/g)];
      if (calls.length === 0)
        throw new Error(
          `${path} no longer loads schemas from files: remove the esbuild plugin 'infinispan schemas'`,
        );
      let contents = text;
      for (const [call, name = ''] of calls) {
        const schema = await readFile(join(dirname(path), name), 'utf8');
        contents = contents.replace(call, () => `inlined(${JSON.stringify(schema)}`);
      }
      return { contents: `${contents}\n${inlined}` };
    }),
};

/** JavaScript that parses the text of a message schema as protobufjs' `loadSync` does with a file. */
const inlined = `function inlined(text, root) { return require('protobufjs').parse(text, root ?? new (require('protobufjs').Root)()).root; }`;
