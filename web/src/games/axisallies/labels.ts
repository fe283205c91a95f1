/** The length of a text at a size of its font. */
export type Measure = (text: string, font: number) => number;

/** Without a screen: near enough. */
export const guessed: Measure = (text, font) => {
  let ems = 0;
  for (const letter of text) {
    ems += /[ijlIf.,'’ -]/.test(letter)
      ? 0.34
      : /[mwMW]/.test(letter)
        ? 0.92
        : /\p{Lu}/u.test(letter)
          ? 0.72
          : 0.6;
  }
  return ems * font;
};

/** As the browser draws it. */
export function measured(family: string): Measure {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return guessed;
  pen.font = `620 100px ${family}`;
  const known = new Map<string, number>();
  return (text, font) => {
    let width = known.get(text);
    if (width === undefined) known.set(text, (width = pen.measureText(text).width / 100));
    return width * font;
  };
}

/** A name in as few lines as fit into a width; null where even one word to a line does not. */
export function broken(
  name: string,
  font: number,
  width: number,
  most: number,
  measure: Measure,
): string[] | null {
  const lines: string[] = [];
  // After a hyphen a line may end, too.
  for (const word of name.split(/ |(?<=-)/)) {
    const last = lines[lines.length - 1] ?? '';
    const longer = last === '' || last.endsWith('-') ? last + word : `${last} ${word}`;
    if (lines.length > 0 && measure(longer, font) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.length <= most && lines.every((line) => measure(line, font) <= width) ? lines : null;
}
