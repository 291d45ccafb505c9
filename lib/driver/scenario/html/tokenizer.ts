// What is used of the package, so that a bundle holds no more of it.
export { QuoteType, Tokenizer } from 'htmlparser2';
