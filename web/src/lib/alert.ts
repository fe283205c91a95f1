import { settings } from './settings.svelte';

const PITCH = 660;
const SECONDS = 0.18;
const LOUDNESS = 0.12;
const VIBRATION_MS = 80;

let audio: AudioContext | null = null;

/** Tells the player here that it is their turn, in the ways they have chosen. */
export function alertPlayer(): void {
  if (settings.vibrate) navigator.vibrate?.(VIBRATION_MS);
  if (settings.sound) tone();
}

/** A short tone that swells and fades. Browsers stay silent until somebody has touched the page. */
function tone(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const [source, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  source.frequency.value = PITCH;
  volume.gain.setValueAtTime(0, now);
  volume.gain.linearRampToValueAtTime(LOUDNESS, now + SECONDS / 6);
  volume.gain.linearRampToValueAtTime(0, now + SECONDS);
  source.connect(volume).connect(audio.destination);
  source.start(now);
  source.stop(now + SECONDS);
}
