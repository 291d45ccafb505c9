import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Stage } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/**
 * An empty folder of the cloud assembly, for files that a construct makes while the stack is described. A
 * folder in the system's temporary folder would remain there after each synthesis.
 */
export function assemblyFolder(scope: Construct, id: string): string {
  const assembly = Stage.of(scope);
  if (assembly === undefined)
    throw new Error(`'${scope.node.path}' must be inside an App or a Stage of the CDK`);
  const folder = join(assembly.assetOutdir, `files.${scope.node.addr}.${id}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
