import { type CfnElement, Names, Stack } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * A reference as cdk-nag prints it: `<Bucket.Arn>`. Inside a nested stack, a reference to a resource of
 * another stack is a parameter, to which the CDK gives a name.
 * @param attribute of the target. Absent: its `Ref`.
 */
export function printedReference(from: IConstruct, target: CfnElement, attribute?: string): string {
  const stack = Stack.of(target);
  if (Stack.of(from) !== stack) return `<referenceto${Names.nodeUniqueId(target.node)}${attribute ?? 'Ref'}>`;
  return `<${stack.getLogicalId(target)}${attribute === undefined ? '' : `.${attribute}`}>`;
}
