declare module 'asl-validator' {
  /** Validates a definition by the Amazon States Language. */
  export default function validate(
    definition: object,
    options?: { readonly checkPaths?: boolean; readonly checkArn?: boolean },
  ): { readonly isValid: boolean; readonly errors: readonly object[] };
}
