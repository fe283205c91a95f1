const SEED_LETTERS = 32;

interface Part {
  seat: number | null;
  part: string;
}

/** The seed made of the server's part and those of devices (`core/seeds.py`); null without cryptography. */
export async function mixedSeed(parts: Part[]): Promise<string | null> {
  const server = parts.find(({ seat }) => seat === null)?.part ?? '';
  const others = parts.filter(({ seat }) => seat !== null).sort((a, b) => a.seat! - b.seat!);
  if (!others.length) return server;
  const hash = await sha256([server, ...others.map(({ seat, part }) => `${seat}:${part}`)].join('/'));
  return hash?.slice(0, SEED_LETTERS) ?? null;
}

/**
 * SHA-256 of a text in hexadecimal; null where the browser has no cryptography (pages not served securely).
 */
export async function sha256(text: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
