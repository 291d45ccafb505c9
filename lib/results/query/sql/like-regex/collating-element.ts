/**
 * The POSIX names of the ASCII characters that are not letters, in the order of the characters. A slash
 * separates two names of one character.
 */
const controls =
  'NUL SOH STX ETX EOT ENQ ACK BEL/alert BS/backspace HT/tab LF/newline VT/vertical-tab FF/form-feed CR/carriage-return SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC IS4/FS IS3/GS IS2/RS IS1/US';
const beforeCapitals =
  'space exclamation-mark quotation-mark number-sign dollar-sign percent-sign ampersand apostrophe left-parenthesis right-parenthesis asterisk plus-sign comma hyphen/hyphen-minus period/full-stop slash/solidus zero one two three four five six seven eight nine colon semicolon less-than-sign equals-sign greater-than-sign question-mark commercial-at';
const afterCapitals =
  'left-square-bracket backslash/reverse-solidus right-square-bracket circumflex/circumflex-accent underscore/low-line grave-accent';
const afterLetters = 'left-brace/left-curly-bracket vertical-line right-brace/right-curly-bracket tilde DEL';

const codePoints = new Map<string, number>();
for (const [first, names] of [
  [0x00, `${controls} ${beforeCapitals}`],
  [0x5b, afterCapitals],
  [0x7b, afterLetters],
] as const)
  for (const [at, either] of names.split(' ').entries())
    for (const name of either.split('/')) codePoints.set(name, first + at);

/** The code point of a collating element with several characters, as in `[[.hyphen.]]`. */
export const namedElement = (name: string): number | undefined => codePoints.get(name);
