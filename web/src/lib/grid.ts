/** The cell an arrow key moves to in a grid of `count` cells in rows of `width`; null for other keys. */
export function arrow(key: string, index: number, width: number, count: number): number | null {
  const column = index % width;
  const moves: Record<string, number> = {
    ArrowLeft: column > 0 ? index - 1 : index,
    ArrowRight: column < width - 1 ? index + 1 : index,
    ArrowUp: index - width,
    ArrowDown: index + width,
    Home: index - column,
    End: index - column + width - 1,
  };
  const target = moves[key];
  if (target === undefined) return null;
  return target >= 0 && target < count ? target : index;
}
