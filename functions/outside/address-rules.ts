import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { onLambda, privateTargets } from '../deployment.ts';

/**
 * The rules for addresses of requests to other hosts. A local cloud may send requests to its own machine. In
 * AWS, private networks are permitted only by configuration.
 */
export const addressRules = (): AddressRules => ({
  loopback: !onLambda(),
  privateNetworks: privateTargets(),
  named: [],
});
