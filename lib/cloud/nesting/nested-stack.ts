import { CfnParameter, NestedStack } from 'aws-cdk-lib';

/** A nested stack that emulators of CloudFormation can create too. */
export class OpenNestedStack extends NestedStack {
  /**
   * Gives each parameter of the nested stack a default. The CDK makes a parameter for each value of the main
   * stack. An emulator leaves out the value of a resource that it does not support, and would refuse the
   * nested stack without a default. AWS always has a value, so it never uses the default.
   */
  override setParameter(name: string, value: string): void {
    super.setParameter(name, value);
    for (const child of this.node.children)
      if (child instanceof CfnParameter && child.logicalId === name) child.default = '';
  }
}
