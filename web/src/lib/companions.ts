/** Games people play on a table of wood, with a page of ours beside it. */
const companions: Record<string, string> = { axisallies: '/companion' };

export function companionOf(game: string): string | null {
  return companions[game] ?? null;
}
