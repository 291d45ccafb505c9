import { stringify } from 'yaml';
import document from '../../../schema/openapi.json' with { type: 'json' };

/** The contract as YAML. It is a separate module, so that only requests for YAML load the YAML writer. */
export const contractYaml = (): string =>
  stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
