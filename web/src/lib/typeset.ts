/** Puts spaces that do not break before French punctuation. */
export function typeset(text: string): string {
  return text
    .replace(/[ \u00a0]([;!?])/g, '\u202f$1')
    .replace(/ ([:»])/g, '\u00a0$1')
    .replace(/« /g, '«\u00a0');
}
