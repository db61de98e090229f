/** Reads codes in a picture; the same interface as the browser's own BarcodeDetector. */
export interface Detector {
  detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<readonly string[]>;
}

declare global {
  var BarcodeDetector: DetectorClass | undefined;
}

/** The browser's own detector if it reads these codes; otherwise loads one. */
export async function loadDetector(): Promise<Detector> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (globalThis.BarcodeDetector && formats.includes('qr_code')) {
    return new globalThis.BarcodeDetector({ formats: ['qr_code'] });
  }
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}
