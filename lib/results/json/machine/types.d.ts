/** The types and built-in functions of AssemblyScript that the machine uses. */
declare global {
  type i32 = number;
  type usize = number;
}
export {};
