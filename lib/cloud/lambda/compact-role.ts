import { Lazy } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

/**
 * A role that holds what it may do in itself, where the CDK would put a policy beside it: a stack has room for 500 resources.
 * Nothing that it may use can refer to it or to its function, or both would wait for each other.
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
