import { sdkAgent } from '../../../lib/http-client/sdk-agent.ts';
import { checkProxy } from '../../api/check-proxy.ts';

/**
 * The settings of every client of the SDK.
 *
 * @param region Absent: the region of the environment or of the profile.
 * @throws DownpourError `PROXY_INVALID` (400).
 */
export function sdkSettings(region?: string) {
  checkProxy('https://amazonaws.com');
  return {
    ...(region === undefined ? {} : { region }),
    maxAttempts: 2,
    requestHandler: { httpsAgent: sdkAgent(process.env) },
  };
}
