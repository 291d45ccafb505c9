// Exports only those parts of the package that Downpour uses, so that a bundle contains no other parts.
export { QuoteType, Tokenizer } from 'htmlparser2';
