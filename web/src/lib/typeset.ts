/** French punctuation keeps to its word: the spaces before it never break a line, whoever wrote the text. */
export function typeset(text: string): string {
  return text
    .replace(/[ \u00a0]([;!?])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0');
}
