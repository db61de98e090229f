import { codeSvg } from '../../qr-code.ts';

/** A QR code as a picture's address. */
export function qrCodePicture(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(codeSvg(text)).toString('base64')}`;
}
