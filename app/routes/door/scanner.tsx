import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { inBackground } from '../../ui/in-background.ts';
import { loadDetector, type Detector } from './detector.ts';
import * as styles from './door.module.css';

/** What the screen says about a scanned code. */
export interface Greeting {
  text: string;
  tone: Tone;
  /** Something to know about a person who is let in. */
  note?: string;
  /** The name on the card of somebody who can be added. */
  name?: string;
}

interface ScannerProps {
  /** Called once for each code, however long it is shown to the camera. */
  onCode: (text: string) => Promise<Greeting>;
  onAdd: (name: string) => void;
  onClose: () => void;
}

/** A code that was out of sight for this long counts as shown again. */
const FORGET_MS = 3000;
const PAUSE_MS = 120;

export function Scanner({ onCode, onAdd, onClose }: ScannerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [greeting, setGreeting] = useState<Greeting>();
  const [problem, setProblem] = useState<string>();
  const read = useEffectEvent(onCode);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const greet = async (text: string) => {
      const next = await read(text);
      if (signal.aborted) return;
      playTone(next.tone);
      setGreeting(next);
    };
    const leave = () => {
      if (document.hidden) close();
    };
    if (video.current) inBackground(scan(video.current, greet, signal).catch((error) => setProblem(whyNot(error))));
    // Nobody scans while the page is hidden, so the camera is turned off.
    document.addEventListener('visibilitychange', leave, { signal });
    return () => stopped.abort();
  }, []);
  return (
    <Dialog title="Scan codes" onClose={onClose}>
      <div className={styles.scanner}>
        {problem ? (
          <p role="alert" className={styles.cameraProblem}>
            {problem}
          </p>
        ) : (
          // The camera's picture has no sound, and so no captions.
          <video ref={video} className={styles.camera} playsInline muted aria-label="Camera" />
        )}
        <p role="status" className={styles.greeting} data-tone={greeting?.tone}>
          {greeting ? <bdi>{greeting.text}</bdi> : !problem && <span>Hold a code up to the camera.</span>}
          {greeting?.note && <bdi className={styles.greetingNote}>{greeting.note}</bdi>}
        </p>
        {greeting?.name !== undefined && (
          <Button quiet onClick={() => onAdd(greeting.name ?? '')}>
            Add someone
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** Looks for codes in the camera's picture until `signal` aborts it. */
async function scan(video: HTMLVideoElement, greet: (text: string) => Promise<void>, signal: AbortSignal) {
  if (!navigator.mediaDevices) throw new Error('insecure');
  const detector = await loadDetector();
  if (signal.aborted) return;
  const camera = await openCamera();
  const release = () => {
    for (const track of camera.getTracks()) track.stop();
    video.srcObject = null;
  };
  signal.addEventListener('abort', release);
  try {
    if (signal.aborted) return;
    video.srcObject = camera;
    await video.play().catch(() => undefined);
    await watch(video, detector, greet, signal);
  } finally {
    release();
  }
}

async function watch(
  video: HTMLVideoElement,
  detector: Detector,
  greet: (text: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let last = { text: '', at: 0 };
  while (!signal.aborted) {
    const [code] = video.readyState >= video.HAVE_CURRENT_DATA ? await detector.detect(video) : [];
    const now = performance.now();
    if (code && !signal.aborted) {
      const isSame = code.rawValue === last.text && now - last.at < FORGET_MS;
      last = { text: code.rawValue, at: now };
      if (!isSame) await greet(code.rawValue);
    }
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
}

function openCamera(): Promise<MediaStream> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

const WHY: Record<string, string> = {
  NotAllowedError:
    'The camera is blocked. Allow it for this site in your browser’s settings, then press ‘Scan codes’ again.',
  NotFoundError: 'This device has no camera. Find people by their name instead.',
  NotReadableError: 'Another program is using the camera. Close it, then press ‘Scan codes’ again.',
  insecure: 'The camera only works over https. Find people by their name instead.',
};

function whyNot(error: unknown): string {
  const { name = '', message = '' } = error instanceof Error || error instanceof DOMException ? error : {};
  return WHY[name] ?? WHY[message] ?? 'The camera cannot be opened. Find people by their name instead.';
}

let context: AudioContext | undefined;

/** Its pitch in hertz, its start and its length in seconds. */
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

/** Somebody is let in, is let in with a note, or is not let in. */
type Tone = 'welcome' | 'warning' | 'refusal';

/** Two rising tones for a welcome, two equal ones for a warning, otherwise a low one, so that nobody has to look. */
function playTone(tone: Tone): void {
  try {
    context ??= new AudioContext();
    const at = context.currentTime;
    for (const [frequency, from, seconds] of BEEPS[tone]) beep(context, frequency, at + from, seconds);
    navigator.vibrate?.(tone === 'welcome' ? 60 : [120, 60, 120]);
  } catch {
    // Without sound, the screen still shows the greeting.
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
