import { PermissionsBoundary } from 'aws-cdk-lib';
import { metricNamespace } from '../metrics.ts';
import { environment } from '../names/environment.ts';
import { type Entry, natAddressesOf } from './network.ts';
import type { Settled } from './options/read.ts';
import type { Reserved } from './options/reserved-concurrency.ts';

/** Settings that follow from the options, for every stack of a deployment. */

export function boundary(policy: string | undefined): PermissionsBoundary | undefined {
  if (policy === undefined) return undefined;
  return policy.startsWith('arn:')
    ? PermissionsBoundary.fromArn(policy)
    : PermissionsBoundary.fromName(policy);
}

/** Variables of every function. A missing variable means the default of the code. */
export function settings(
  { version }: { readonly version: string },
  options: Settled,
  stack: string,
  { drives }: Reserved,
  vpc?: Entry['vpc'],
): Record<string, string> {
  const optional = {
    // Drives in a network of the user may reach private addresses by default.
    [environment.privateTargets]: options.privateTargets ?? (typeof vpc === 'object' ? true : undefined),
    [environment.contact]: options.contact,
    [environment.ownership]: options.ownership,
    [environment.ceilings]: options.ceilings,
    [environment.anonymous]: options.anonymous,
    [environment.auditDays]: options.auditDays,
    [environment.teamStorageGB]: options.teamStorageGB,
    [environment.oidcIssuer]: options.oidcIssuer,
    [environment.oidcAudience]: options.oidcAudience,
    [environment.oidcClientId]: options.oidcClientId,
    [environment.commonDialect]: options.commonDialect,
    [environment.maxErrors]: options.maxErrors,
    [environment.leadMs]: options.leadMs,
    [environment.segmentMsMax]: options.segmentMsMax,
    [environment.timeServer]: options.timeServer,
    [environment.loadAddresses]: vpc === 'create' ? natAddressesOf(options) : undefined,
    [environment.fargateTasks]: options.fargate,
    [environment.fargateCores]: options.fargate === undefined ? undefined : options.fargateCores,
    [environment.regions]: options.regions,
    [environment.logLevel]: options.logLevel,
    [environment.driveConcurrency]: drives === 0 ? undefined : drives,
  };
  return {
    [environment.service]: options.service,
    [environment.version]: version,
    [environment.targets]: options.targets ?? '',
    [environment.metricNamespace]: metricNamespace(stack),
    ...Object.fromEntries(
      Object.entries(optional).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    ),
  };
}
