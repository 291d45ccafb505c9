import type { AddressRules } from '../../lib/driver/model/guards.ts';
import { onLambda, privateTargets } from '../deployment.ts';

/** Where requests to other hosts may go: on one machine to itself too, in AWS into private networks only where that is said. */
export const addressRules = (): AddressRules => ({
  ...{ loopback: !onLambda(), privateNetworks: privateTargets() },
  named: [],
});
