import { stringify } from 'yaml';
import document from '../../../schema/openapi.json' with { type: 'json' };

/** The contract as YAML. This is a separate module, so that only such requests load the YAML writer. */
export const contractYaml = (): string =>
  stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
