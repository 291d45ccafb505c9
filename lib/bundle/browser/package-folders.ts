/**
 * The folders of the package that contains a file, such as `node_modules/a/node_modules/@b/c`. Empty for a
 * file of the project.
 */
export function packageOf(file: string): readonly string[] {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
}
