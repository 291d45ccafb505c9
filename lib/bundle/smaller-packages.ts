import { readFile } from 'node:fs/promises';
import type { BuildOptions, Plugin } from 'esbuild';
import { pageAssetsInside } from './browser/page-assets.ts';
import { compiledChecks } from './request-validators.ts';

/**
 * Loads `node:http` with `require`, which reads only the used exports. An `import` reads every export, and
 * one of them loads Node's own WebSocket client, which takes 26 ms.
 */
export const httpByRequire: Plugin = {
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
 * Reads credentials only from the environment, where Lambda and the local host put them, or from ECS in the
 * container of a task. The SDK would search ten more places, each with its own client.
 */
const credentialsOfEnvironment: Plugin = {
  name: 'credentials of the environment',
  setup({ onLoad }) {
    onLoad({ filter: /@aws-sdk[\\/]credential-provider-node[\\/].*[\\/]index\.js$/ }, () => ({
      contents: `import { fromEnv } from '@aws-sdk/credential-provider-env';
const fromEcs = (init) => async () =>
  (await import('@smithy/credential-provider-imds')).fromContainerMetadata(init)();
export const defaultProvider = (init) =>
  process.env.AWS_CONTAINER_CREDENTIALS_RELATIVE_URI || process.env.AWS_CONTAINER_CREDENTIALS_FULL_URI
    ? fromEcs(init)
    : fromEnv(init);`,
    }));
  },
};

/**
 * Drops unused shapes of the SDK. The shapes of all operations of a service are in one module. A bundler
 * cannot know that making a shape has no effect, because their members have computed names. Here a call that
 * is marked as pure makes each shape, so the bundler drops unused ones.
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
          throw new Error(
            `${path} no longer has the shapes that the esbuild plugin 'used shapes' looks for: remove the plugin`,
          );
        return { contents };
      },
    ),
};

/**
 * Drops unused parts of the histogram library: seven classes and the runtime of a compiler. Downpour uses one
 * class and its binary form.
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

/** The options of the bundler for every function. They leave out code that only other programs need. */
export const asFunction = {
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  splitting: true,
  minify: true,
  plugins: [
    httpByRequire,
    credentialsOfEnvironment,
    usedShapes,
    oneHistogram,
    compiledChecks,
    pageAssetsInside,
  ],
} satisfies BuildOptions;
