/**
 * A sentence for the error that too many files are open. The database of the tables reports it as a message.
 * Undefined for other errors.
 */
export function fewDescriptors(error: unknown): string | undefined {
  const { code, message = '', cause } = error as Partial<NodeJS.ErrnoException>;
  if (code === 'EMFILE' || (code !== 'ENFILE' && /Too many open files/i.test(message)))
    return 'This shell lets a process open too few files and connections at once: allow more, for example with `ulimit -n 4096`, and start again';
  if (code === 'ENFILE')
    return 'The programs of this machine together have as many open files as the system allows: end some programs, or raise this limit, and start again';
  return cause === undefined || cause === null ? undefined : fewDescriptors(cause);
}
