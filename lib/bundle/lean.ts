import { readFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';
import { compiledChecks } from './checks.ts';

/**
 * What an import of `node:http` names is read one by one, and some of it is Node's own WebSocket client: 26
 * ms that nobody asked for. A `require` reads what is used.
 */
const httpByRequire: Plugin = {
  name: 'http by require',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ kind, namespace }) =>
      kind === 'require-call' && namespace === 'by-require'
        ? { path: 'node:http', external: true }
        : { path: 'http', namespace: 'by-require' },
    );
    onLoad({ filter: /./, namespace: 'by-require' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};

/**
 * A function has its credentials in its environment, on Lambda and on one machine. The SDK would look for
 * them there first, and then in ten places more, each with a client of its own.
 */
const credentialsOfEnvironment: Plugin = {
  name: 'credentials of the environment',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/]credential-provider-node[\\/].*[\\/]index\.js$/ }, () => ({
      contents:
        "import { fromEnv } from '@aws-sdk/credential-provider-env';\nexport const defaultProvider = (init) => fromEnv(init);",
    }));
  },
};

/**
 * The shapes of all operations of a service stand in one module, and a bundler cannot know that making one
 * has no effect: their members have computed names. Each is made by a call that says so, and the shapes that
 * nobody uses are dropped.
 */
const usedShapes: Plugin = {
  name: 'used shapes',
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /@aws-sdk[\\/]client-[\w-]+[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text.replace(
          /^((?:export )?var \w+\$? = )(\[[\s\S]*?\]);$/gm,
          (_, begin: string, shape: string) => `${begin}/* @__PURE__ */ (() => (${shape}))();`,
        );
        if (contents === text)
          throw new Error(`${path} no longer writes its shapes as it did: drop this plugin`);
        return { contents };
      },
    ),
};

/**
 * Of the library of histograms a class and its wire form are used; it would bring seven more and a compiler's
 * output along.
 */
const oneHistogram: Plugin = {
  name: 'one histogram',
  setup({ onLoad }) {
    onLoad({ filter: /hdr-histogram-js[\\/]dist[\\/]index\.js$/ }, () => ({
      contents: `export { default as Float64Histogram } from './Float64Histogram.js';
export { encodeIntoCompressedBase64 } from './encoding.js';`,
    }));
    onLoad({ filter: /hdr-histogram-js[\\/]dist[\\/]wasm[\\/]index\.js$/ }, () => ({
      contents: 'exports.WasmHistogram = class {};',
    }));
  },
};

/** How every function is built: with what it needs, and nothing that only other programs do. */
export const asFunction = {
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  minify: true,
  plugins: [httpByRequire, credentialsOfEnvironment, usedShapes, oneHistogram, compiledChecks],
} satisfies BuildOptions;
