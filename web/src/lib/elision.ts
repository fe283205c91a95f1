/** Whether French says “d’” and not “de” before a name: vowels and h, and y where it is a vowel. */
export function elides(name: string): boolean {
  const plain = name.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return /^([aeiouhœæ]|y[^aeiou])/.test(plain);
}
