declare module 'asl-validator' {
  /** Holds a definition against the states language. */
  export default function validate(
    definition: object,
    options?: { readonly checkPaths?: boolean; readonly checkArn?: boolean },
  ): { readonly isValid: boolean; readonly errors: readonly object[] };
}
