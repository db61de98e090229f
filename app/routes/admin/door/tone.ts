let context: AudioContext | undefined;

/** In hertz, and from when on for how many seconds. */
const BEEPS: Record<Tone, [frequency: number, from: number, seconds: number][]> = {
  welcome: [
    [880, 0, 0.09],
    [1320, 0.1, 0.14],
  ],
  warning: [
    [440, 0, 0.14],
    [440, 0.2, 0.14],
  ],
  refusal: [[196, 0, 0.35]],
};

/** Somebody is let in, is let in with a word about them, or is not. */
export type Tone = 'welcome' | 'warning' | 'refusal';

/** Two rising tones for a welcome, two alike for a warning, a low one otherwise: to be recognised without looking. */
export function playTone(tone: Tone): void {
  try {
    context ??= new AudioContext();
    const at = context.currentTime;
    for (const [frequency, from, seconds] of BEEPS[tone]) beep(context, frequency, at + from, seconds);
    navigator.vibrate?.(tone === 'welcome' ? 60 : [120, 60, 120]);
  } catch {
    // A browser without sound still shows it.
  }
}

function beep(audio: AudioContext, frequency: number, at: number, seconds: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.frequency.value = frequency;
  volume.gain.setValueAtTime(0.25, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
