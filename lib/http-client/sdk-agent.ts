import { Agent } from 'node:https';
import { proxyVariables } from './proxy-variables.ts';

/** Connections for clients of the AWS SDK: they use the proxy of HTTPS_PROXY, as the calls of the CDK do. */
export function sdkAgent(environment: NodeJS.ProcessEnv): Agent {
  const { https, direct } = proxyVariables(environment);
  return new Agent({ keepAlive: true, proxyEnv: { HTTPS_PROXY: https?.url, NO_PROXY: direct } });
}
