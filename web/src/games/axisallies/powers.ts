export const powers = ['ussr', 'germany', 'uk', 'japan', 'usa'] as const;
export type Power = (typeof powers)[number];
export type Owner = Power | 'neutral';

/**
 * Colours that differ in lightness as well as in hue (a test simulates colour blindness); every power also
 * has a pattern and an emblem.
 */
export interface Livery {
  /** Its land. */
  land: string;
  /** Its pieces. */
  piece: string;
  /** What is written on its land. */
  ink: string;
}

export const liveries: Record<Owner, Livery> = {
  ussr: { land: '#a8483d', piece: '#7c2119', ink: '#fff6ec' },
  germany: { land: '#666d77', piece: '#2e343c', ink: '#ffffff' },
  uk: { land: '#e3cd92', piece: '#8a6a1f', ink: '#33270c' },
  japan: { land: '#e8953f', piece: '#a94f06', ink: '#331a02' },
  usa: { land: '#5a9a86', piece: '#17594b', ink: '#08261f' },
  neutral: { land: '#f1ece1', piece: '#8b8373', ink: '#5d5546' },
};
