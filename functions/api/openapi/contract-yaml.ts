import { stringify } from 'yaml';
import document from '../../../schema/openapi.json' with { type: 'json' };

/** The contract as YAML. It is a separate module, so that only requests for YAML load the YAML writer. */
export function contractYaml(): string {
  written ??= stringify(document, { lineWidth: 120, aliasDuplicateObjects: false });
  return written;
}
let written: string | undefined;
