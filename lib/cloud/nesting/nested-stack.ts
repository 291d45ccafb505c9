import { CfnParameter, NestedStack } from 'aws-cdk-lib';

/** A nested stack that emulators of CloudFormation can create too. */
export class OpenNestedStack extends NestedStack {
  /**
   * The CDK makes a parameter for each value of the main stack. An emulator leaves out the value of a
   * resource that it does not support, and would then refuse the nested stack. AWS always has a value, so it
   * never uses this default.
   */
  override setParameter(name: string, value: string): void {
    super.setParameter(name, value);
    for (const child of this.node.children)
      if (child instanceof CfnParameter && child.logicalId === name) child.default = '';
  }
}
