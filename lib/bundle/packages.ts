/** `node_modules/a/node_modules/@b/c` of a file in it. Empty for a file of the project. */
export function packageOf(file: string): readonly string[] {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
}
