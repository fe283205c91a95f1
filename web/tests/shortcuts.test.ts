import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { shortcuts } from '../src/lib/shortcuts';

/** An element that knows its tag and whether it is within a control. */
class FakeElement {
  constructor(readonly tag: string) {}
  matches = (selector: string) => selector.split(', ').includes(this.tag);
  closest = (selector: string) => (this.matches(selector) ? this : null);
}

function press(key: string, tag: string): { done: boolean; prevented: boolean } {
  const action = vi.fn();
  const preventDefault = vi.fn();
  const event = { key, target: new FakeElement(tag), preventDefault } as unknown as KeyboardEvent;
  shortcuts({ [key]: action })(event);
  return { done: action.mock.calls.length > 0, prevented: preventDefault.mock.calls.length > 0 };
}

beforeEach(() => {
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('HTMLElement', FakeElement);
  vi.stubGlobal('document', { querySelector: () => null });
});
afterEach(() => void vi.unstubAllGlobals());

describe('shortcuts', () => {
  it.each(['button', 'a', 'summary', '[role=radio]'])('leave the keys to %s that press it', (tag) => {
    for (const key of [' ', 'Enter']) expect(press(key, tag)).toEqual({ done: false, prevented: false });
    expect(press('ArrowLeft', tag)).toEqual({ done: true, prevented: true });
  });

  it('work elsewhere, but not while somebody types', () => {
    for (const key of [' ', 'Enter', 'h']) {
      expect(press(key, 'body')).toEqual({ done: true, prevented: true });
      expect(press(key, 'textarea')).toEqual({ done: false, prevented: false });
    }
  });
});
