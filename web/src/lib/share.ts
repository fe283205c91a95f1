import { m } from '../paraglide/messages';
import { notices } from './notices.svelte';

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notices.show(said);
  } catch {
    notices.show(m.copy_failed());
  }
}

export function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
