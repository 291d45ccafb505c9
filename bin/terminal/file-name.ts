/** The name of a file in messages. The name `-` means standard input. */
export const nameInMessages = (file: string): string => (file === '-' ? 'standard input' : file);
