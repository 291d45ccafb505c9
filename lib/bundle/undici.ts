import type { Plugin } from 'esbuild';
import { project } from '../project.ts';

/**
 * Loads only the parts of undici that lib/http-client uses, in a third of the time. The entry of undici loads
 * all parts: `fetch`, WebSockets, caches, mocks. The second parser of HTTP/1.1, which an environment variable
 * enables, is left out.
 */
export const usedUndici: Plugin = {
  name: 'used undici',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'used-undici' }));
    onLoad({ filter: /./, namespace: 'used-undici' }, () => ({ contents: entry, resolveDir: project }));
    onLoad({ filter: /undici[\\/]lib[\\/]milo[\\/]/ }, () => ({ contents: '' }));
  },
};

const entry = `
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import redirect from 'undici/lib/interceptor/redirect.js';
import retry from 'undici/lib/interceptor/retry.js';
Object.assign(Dispatcher.prototype, { connect, request });
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';
export { default as buildConnector } from 'undici/lib/core/connect.js';
export { default as DecoratorHandler } from 'undici/lib/handler/decorator-handler.js';
export const interceptors = { redirect, retry };
`;
