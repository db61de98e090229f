let context: AudioContext | undefined;

/** Two rising tones for a welcome, a low one otherwise: to be recognised without looking. */
export function playTone(isWelcome: boolean): void {
  try {
    context ??= new AudioContext();
    const at = context.currentTime;
    if (isWelcome) {
      beep(context, 880, at, 0.09);
      beep(context, 1320, at + 0.1, 0.14);
    } else {
      beep(context, 196, at, 0.35);
    }
    navigator.vibrate?.(isWelcome ? 60 : [120, 60, 120]);
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
