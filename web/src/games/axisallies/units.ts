/** The kinds of unit in the order in which an army is listed. */
export const unitKinds = [
  'infantry',
  'marine',
  'artillery',
  'armor',
  'aa_gun',
  'fighter',
  'bomber',
  'battleship',
  'carrier',
  'destroyer',
  'submarine',
  'transport',
  'industrial_complex',
] as const;
export type UnitKind = (typeof unitKinds)[number];
export type Army = Partial<Record<UnitKind, number>>;

const soldier =
  'M8.4 6.7a3.6 3.5 0 0 1 7.2 0l1.2 1v1H7.2v-1zM9.4 9.3h5.2v1a2.6 2.4 0 0 1-5.2 0zM19.2 3.6l1.2.4-2.6 11-1.3-.3z';

/** Silhouettes in a square of 24, holes by the even-odd rule. */
export const silhouettes: Record<UnitKind, string> = {
  infantry: `${soldier}M7.3 13.5c1.2-.9 8.2-.9 9.4 0 1 .7 1.3 2.1 1.4 4.2l-1.9.2-.4-1.7v6.3h-3l-.8-4-.8 4h-3v-6.3l-.4 1.7-1.9-.2c.1-2.1.4-3.5 1.4-4.2z`,
  marine: `${soldier}M7.3 13.5c1.2-.9 8.2-.9 9.4 0 1 .7 1.3 2.1 1.4 4.2H5.9c.1-2.1.4-3.5 1.4-4.2zM1.5 19.6c1.7-1.3 3.5-1.3 5.2 0s3.5 1.3 5.3 0 3.5-1.3 5.2 0 3.6 1.3 5.3 0v2.3c-1.7 1.3-3.5 1.3-5.3 0s-3.5-1.3-5.2 0-3.5 1.3-5.3 0-3.5-1.3-5.2 0z`,
  artillery:
    'M2.2 9.2l1-2 12.6 5.2-.9 2.1zM14.6 11.4h4.2l4 8.4h-3l-3-5.6zM12.4 12.6a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2zM12.4 15.2a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM1.4 6.3l1.4-.5.9 3.2-1.3.5z',
  armor:
    'M2 14.4l2-2.3h4.1l1-3.3c.2-.7.7-1.1 1.4-1.1h5c.7 0 1.2.4 1.4 1l.2.7H23v1.7h-5.4l.4 1h2.2l1.8 2.3v.6H2zM4.7 16h14.6a2.9 2.9 0 0 1 0 5.8H4.7a2.9 2.9 0 0 1 0-5.8zM6 17.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM10 17.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM14 17.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM18 17.6a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6z',
  aa_gun:
    'M9 12.6 19.4 1.8l2 1.8-9.2 11.6zM3.6 15.6a4 4 0 0 1 4-4h2.8a4 4 0 0 1 4 3.6l3.2 4.4H21v2.2H3v-2.2h2zM9 14a1.8 1.8 0 1 0 0 3.6A1.8 1.8 0 0 0 9 14z',
  fighter:
    'M12 1.6c1 0 1.6 1.3 1.7 3l.1 3.4 8.4 3.6v2.6l-8.4-1.3-.4 5 3.1 2v1.8L12 20.8l-4.5.9v-1.8l3.1-2-.4-5-8.4 1.3v-2.6L10.2 8l.1-3.4c.1-1.7.700-3 1.7-3z',
  bomber:
    'M12 1.4c1 0 1.8 1.2 1.9 3l.2 2.9L17 8V6.6a.9.9 0 0 1 1.8 0v1.9l4.7 1.3v2.8l-9.6-.1-.3 5.8 4.2 1.7v1.9l-4.9-.4-.9.9-.9-.9-4.9.4V20l4.2-1.7-.3-5.8-9.6.1V9.8l4.7-1.3V6.6a.9.9 0 0 1 1.8 0V8l2.9-.7.2-2.9c.1-1.8.9-3 1.9-3z',
  battleship:
    'M.8 14.5h2.6v-1.5H1.4v-1.4h5v2.9h1.7v-3.2h1.6V7.6h1.4V3.8h1.7v3.8h1.5v3.7h1.7v3.2h1.6v-2.9h5v1.4h-2v1.5h2.6l-2.6 5.7H3.9z',
  carrier: 'M.7 11.6h22.6v2.2h-2.1l-2.3 5.6H5L2.3 13.8H.7zM13.8 7h1.7V4.4h1.4V7h2.5v3.7h-5.6z',
  destroyer: 'M1.2 14.7h4v-2h-2v-1.4h4.6v3.4h1.8v-4.5h1.5V5.8h1.5v4.4h2.5v2.5h3.4v2h4.3l-2.3 4.7H4.5z',
  submarine:
    'M1.3 14.6c1.6-1.9 3.9-2.4 6.7-2.4h1.3l.5-4h1V5.2h1.3v3h1.9l.6 4h3.9c2.4 0 4 .9 4.5 2.4-.5 2.6-2.9 3.6-6.2 3.6H8c-3.1 0-5.4-.8-6.7-3.6z',
  transport:
    'M1.3 14.5h21.4l-2.7 5.3H4.5zM4.2 10.3h4.3v3.3H4.2zM9.3 10.3h4.3v3.3H9.3zM14.9 6.2h4.7v7.4h-4.7zM16.3 3.2h1.7v2.3h-1.7z',
  industrial_complex:
    'M2 21.6v-9.4l5.2-3.4v3.4l5.2-3.4v3.4l4.2-2.8.6-7h3.4l1.4 19.2zM5 15.2v2.2h2.4v-2.2zM9.8 15.2v2.2h2.4v-2.2zM14.6 15.2v2.2H17v-2.2z',
};

/** The units of an army without factories, which are shown elsewhere. */
export function pieces(army: Army): [kind: UnitKind, count: number][] {
  return unitKinds.flatMap((kind): [UnitKind, number][] => {
    const count = army[kind] ?? 0;
    return count > 0 && kind !== 'industrial_complex' ? [[kind, count]] : [];
  });
}

export function strength(army: Army): number {
  return pieces(army).reduce((sum, [, count]) => sum + count, 0);
}
