import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { onLambda, privateTargets } from '../deployment.ts';

/**
 * The rules for addresses of requests to other hosts. One machine may reach itself. In AWS, private networks
 * are permitted only by configuration.
 */
export const addressRules = (): AddressRules => ({
  loopback: !onLambda(),
  privateNetworks: privateTargets(),
  named: [],
});
