import encodeQR from 'qr';

/** A QR code as a picture's address. */
export function qrCodePicture(text: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg')).toString('base64')}`;
}
