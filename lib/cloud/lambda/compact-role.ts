import { Lazy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role whose permissions are inside the role. The CDK would add a policy as a separate resource, and a
 * stack has a limit of 500 resources. A resource that the role may use must not refer to the role or its
 * function, because that would be circular.
 */
export class CompactRole extends iam.Role {
  readonly #may = new iam.PolicyDocument({ minimize: true });

  constructor(scope: Construct, id: string, props: iam.RoleProps) {
    super(scope, id, props);
    const policies = Lazy.any({
      produce: () => (this.#may.isEmpty ? undefined : [{ policyName: 'May', policyDocument: this.#may }]),
    });
    (this.node.defaultChild as iam.CfnRole).policies = policies;
  }

  override addToPrincipalPolicy(statement: iam.PolicyStatement): iam.AddToPrincipalPolicyResult {
    this.#may.addStatements(statement);
    return { statementAdded: true, policyDependable: this };
  }
}
