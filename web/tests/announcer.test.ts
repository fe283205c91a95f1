import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Announcer } from '../src/lib/announcer.svelte';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const texts = (announcer: Announcer) => announcer.sentences.map((one) => one.text);

test('a sentence does not replace one said a moment before', () => {
  const announcer = new Announcer();
  announcer.say('House b is empty.');
  vi.advanceTimersByTime(50);
  announcer.say('Guest sows house b.');
  expect(texts(announcer)).toEqual(['House b is empty.', 'Guest sows house b.']);
});

test('the same sentence twice is two sentences', () => {
  const announcer = new Announcer();
  announcer.say('Your turn');
  announcer.say('Your turn');
  expect(new Set(announcer.sentences.map((one) => one.id)).size).toBe(2);
});

test('what was said long ago goes when something new is said', () => {
  const announcer = new Announcer();
  announcer.say('Your turn');
  vi.advanceTimersByTime(11_000);
  expect(texts(announcer)).toEqual(['Your turn']);
  announcer.say('Ann passes.');
  announcer.say('');
  expect(texts(announcer)).toEqual(['Ann passes.']);
});
