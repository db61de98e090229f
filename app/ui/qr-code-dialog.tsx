import { codeSvg, modulesOf, QUIET } from '../qr-code.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Dialog, DialogBody } from './dialog.tsx';
import { inBackground } from './in-background.ts';
import { saveFile } from './save-file.ts';
import * as styles from './qr-code-dialog.module.css';

interface QrCodeDialogProps {
  url: string;
  title?: string;
  onClose: () => void;
}

export function QrCodeDialog({ url, title = 'QR code', onClose }: QrCodeDialogProps) {
  const svg = codeSvg(url);
  const downloadSvg = () => saveFile(new Blob([svg], { type: 'image/svg+xml' }), `${fileNameOf(url)}.svg`);
  const downloadPng = () => inBackground(drawPng(url).then((png) => saveFile(png, `${fileNameOf(url)}.png`)));
  return (
    <Dialog title={title} onClose={onClose} small>
      <DialogBody>
        <img
          className={styles.code}
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt={`Code for ${url}`}
          width={240}
          height={240}
        />
        <p className={styles.line}>
          <bdi>
            {url.split(AFTER_SLASHES).map((part, at) => (
              <span key={at} className={styles.part}>
                {part}
              </span>
            ))}
          </bdi>
          <CopyButton label="Copy address" text={() => url} />
        </p>
        <p className={styles.line}>
          <Button onClick={downloadPng}>Download PNG</Button>
          <Button quiet onClick={downloadSvg}>
            Download SVG
          </Button>
        </p>
      </DialogBody>
    </Dialog>
  );
}

/** A long address breaks into another line only after a slash, so that no name in it is cut in two. */
const AFTER_SLASHES = /(?<=\/)(?=[^/])/;

/** Wide enough for a poster. */
const PNG_PIXELS = 1200;

function drawPng(url: string): Promise<Blob> {
  const modules = modulesOf(url);
  const side = modules.length + 2 * QUIET;
  const module = Math.ceil(PNG_PIXELS / side);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side * module;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('This browser draws no pictures.'));
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect((x + QUIET) * module, (y + QUIET) * module, module, module);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error('This browser makes no PNG.'))), 'image/png');
  });
}

/** For example 'code-go-game-night': only short path parts with plain characters, so never a secret part. */
function fileNameOf(url: string): string {
  const parts = new URL(url).pathname.split('/').filter((part) => /^[a-z0-9-]{1,40}$/.test(part));
  return ['code', ...parts].join('-');
}
