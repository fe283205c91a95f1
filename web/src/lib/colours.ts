/** The value of a colour that a person has chosen (`app.css`); undefined where there is none. */
export function colourOf(colour: string | null | undefined): string | undefined {
  return colour ? `var(--person-${colour})` : undefined;
}
