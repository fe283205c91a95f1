import { afterEach, describe, expect, it, vi } from 'vitest';
import { alertPlayer } from '../src/lib/alert';
import { settings } from '../src/lib/settings.svelte';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { vibrate: false, sound: false } }));
const chosen = settings as { vibrate: boolean; sound: boolean };

/** A browser that notes what it does; `touched`: whether somebody has used the page. */
function browser(touched: boolean) {
  const vibrate = vi.fn();
  const start = vi.fn();
  const ramp = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
  const node = { frequency: {}, gain: ramp, connect: () => node, start, stop: vi.fn() };
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive: touched } });
  vi.stubGlobal(
    'AudioContext',
    class {
      currentTime = 0;
      destination = {};
      createOscillator = () => node;
      createGain = () => node;
    },
  );
  return { vibrate, start };
}

afterEach(() => vi.unstubAllGlobals());

describe('the player whose turn it is', () => {
  it.each([
    [false, false, true, 0, 0],
    [true, false, true, 1, 0],
    [false, true, true, 0, 1],
    [true, true, false, 1, 0], // browsers allow no sound before the page was touched
  ])('is told as they have chosen: vibration %s, sound %s', (vibrate, sound, touched, shakes, tones) => {
    const heard = browser(touched);
    Object.assign(chosen, { vibrate, sound });
    alertPlayer();
    expect(heard.vibrate).toHaveBeenCalledTimes(shakes);
    expect(heard.start).toHaveBeenCalledTimes(tones);
  });
});
