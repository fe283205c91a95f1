import { beforeEach, describe, expect, it, vi } from 'vitest';

const ask = vi.fn();
vi.mock('../src/lib/api', () => ({ api: { rules: ask } }));
vi.mock('../src/components/Markdown.svelte', () => ({ default: 'renderer' }));

describe('rules', () => {
  beforeEach(() => {
    vi.resetModules();
    ask.mockReset();
  });

  it('stay readable without a network once they were loaded', async () => {
    const { rulesOf } = await import('../src/lib/rules');
    ask.mockResolvedValueOnce({ markdown: '# Quarto' }).mockRejectedValue(new Error('offline'));
    const first = await rulesOf('quarto', 'en');
    expect(first).toEqual([{ markdown: '# Quarto' }, 'renderer']);
    expect(await rulesOf('quarto', 'en')).toBe(first);
    await expect(rulesOf('quarto', 'fr')).rejects.toThrow('offline');
    await expect(rulesOf('hearts', 'en')).rejects.toThrow('offline');
  });

  it('are asked for again after a failure', async () => {
    const { rulesOf } = await import('../src/lib/rules');
    ask.mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce({ markdown: '# Quarto' });
    await expect(rulesOf('quarto', 'en')).rejects.toThrow('offline');
    expect((await rulesOf('quarto', 'en'))[0].markdown).toBe('# Quarto');
  });
});
