import { stringify } from 'yaml';
import document from '../../../schema/openapi.json' with { type: 'json' };

/** The contract as YAML. Apart, so that only who asks for it loads the writer. */
export const contractYaml = (): string =>
  stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
