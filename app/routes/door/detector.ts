/** Reads codes in a picture, as the platform's own BarcodeDetector does. */
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

/** The browser's own, where it has one that reads these codes; else one that is loaded now. */
export async function loadDetector(): Promise<Detector> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? [];
  if (globalThis.BarcodeDetector && formats.includes('qr_code')) {
    return new globalThis.BarcodeDetector({ formats: ['qr_code'] });
  }
  const { BarcodeDetector } = await import('qr/decode.js');
  return new BarcodeDetector({ formats: ['qr_code'] });
}
