import { m } from '../paraglide/messages';
import { notices } from './notices.svelte';

export async function copy(text: string, said: string): Promise<void> {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyTheOldWay(text);
    notices.show(said);
  } catch {
    notices.show(m.copy_failed());
  }
}

/** For pages served without encryption by another machine: browsers deny them the clipboard, but not this. */
function copyTheOldWay(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (!done) throw new Error('the browser refused to copy');
}

export function download(text: string, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
