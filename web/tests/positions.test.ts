import { describe, expect, it } from 'vitest';
import { Positions } from '../src/lib/positions';
import type { Replay } from '../src/lib/types';

const LAST = 1000;

/** A server that sends at most so many positions at once, and remembers what it was asked for. */
function server(most: number) {
  const asked: string[] = [];
  const ask = (plies: string) => {
    asked.push(plies);
    const found = plies.split(',').flatMap((part) => {
      const [from = 0, until = from] = part.split('-').map(Number);
      return Array.from({ length: until - from + 1 }, (_, i) => from + i);
    });
    const steps = found.slice(0, most).map((ply) => ({ ply }));
    return Promise.resolve({ steps } as unknown as Replay);
  };
  return { asked, positions: new Positions(LAST, ask) };
}

describe('positions of a replay', () => {
  it('fetches those around the one shown', async () => {
    const { asked, positions } = server(500);
    await positions.lookAt(300);
    expect(asked).toEqual(['280-380']);
    expect(positions.at(300)?.ply).toBe(300);
    await positions.lookAt(301);
    await positions.lookAt(310);
    expect(asked).toHaveLength(1);
  });

  it('fetches the next ones before they are shown', async () => {
    const { asked, positions } = server(500);
    await positions.lookAt(0);
    await positions.lookAt(60);
    expect(asked).toEqual(['0-80', '70-170']);
  });

  it('reaches a position although answers are cut short', async () => {
    const { asked, positions } = server(3);
    await positions.lookAt(LAST);
    expect(positions.at(LAST)?.ply).toBe(LAST);
    expect(asked).toEqual(['980-1000', '1000-1000']);
  });

  it('fetches many in parts, and none twice', async () => {
    const { asked, positions } = server(3);
    const wanted = [0, 7, 8, 9, 500];
    expect((await positions.all(wanted)).map(({ ply }) => ply)).toEqual(wanted);
    expect(asked).toEqual(['0,7,8,9,500', '9,500']);
    await positions.all(wanted);
    expect(asked).toHaveLength(2);
  });

  it('fetches the last of several in a row', async () => {
    const { asked, positions } = server(500);
    await Promise.all([positions.lookAt(100), positions.lookAt(400), positions.lookAt(900)]);
    expect(asked).toEqual(['80-180', '880-980']);
  });
});
