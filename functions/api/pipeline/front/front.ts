import { environment } from '../../../../lib/names/environment.ts';
import type { Handler } from '../types.ts';

/**
 * Wraps every handler of the API, so that a handler knows only the events of an HTTP API. A private API is a
 * REST API, whose events are converted. Behind a distribution, requests without its secret are refused. Both
 * modules are loaded on demand, because most deployments have neither.
 */
export const behindFront =
  (handler: Handler): Handler =>
  async (event, context) => {
    if ('httpMethod' in event) {
      const rest = await import('./rest-handler.ts');
      return rest.answerRest(handler, event, context);
    }
    const secrets = process.env[environment.frontSecrets];
    if (secrets === undefined) return handler(event, context);
    const distribution = await import('./distribution.ts');
    const passed = distribution.passedThrough(event, secrets.split(','));
    return passed === undefined ? distribution.refusal(event) : handler(passed, context);
  };
