import type { Server } from './types';

export interface Invitation {
  link: string;
  /** Nobody at another machine can open the link. */
  onlyHere: boolean;
}

/** A short code as it is read out: K7M-Q2P. */
export function codeText(code: string): string {
  const half = Math.ceil(code.length / 2);
  return `${code.slice(0, half)}-${code.slice(half)}`.toUpperCase();
}

const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The link that others can open. For a page opened at an address of this machine only, it has the server's
 * other address, if there is one.
 */
export function invitation(
  place: Pick<Location, 'origin' | 'hostname' | 'pathname'>,
  server: Server | null,
): Invitation {
  const here = THIS_MACHINE.test(place.hostname);
  const known = here ? server?.addresses[0] : undefined;
  return { link: `${known ?? place.origin}${place.pathname}`, onlyHere: here && server !== null && !known };
}
