import { isPlain } from '../../lib/cloud/construct/plain-options.ts';
import { type Option, options } from '../../lib/cloud/options/table.ts';

export const cdkOptionsFile = 'lib/cloud/construct/options.generated.ts';

/**
 * The text of `options.generated.ts`: the options of a deployment as props of the construct for the CDK, with
 * their documentation.
 */
export function cdkOptions(): string {
  const members = Object.entries<Option>(options)
    .filter(([name]) => isPlain(name))
    .map(([name, option]) => member(name, option));
  return `/* Written by \`npm run generate\` from lib/cloud/options/table.ts. Do not edit. */

/** The options of a deployment that are plain values. */
export interface DownpourOptions {
${members.join('\n')}
}
`;
}

const member = (name: string, { meaning, otherwise, example, kind }: Option): string =>
  `  /**
   * ${meaning}
   * @default - ${otherwise}
   * @example ${kind.type.startsWith('string') || kind.type.startsWith("'") ? `'${example}'` : example}
   */
  readonly ${name}?: ${kind.type};`;
