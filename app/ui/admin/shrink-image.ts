/** Pixels of the longer side: more than any screen of the site shows. */
const LONGEST_SIDE = 2560;
/** What browsers can both read and write; everything else travels as it is. */
const SHRINKABLE = new Set(['image/jpeg', 'image/png', 'image/webp']);
const QUALITY = 0.9;

/** Upright as its camera noted it. What is small, cannot be read or would not become smaller is given back as it is. */
export async function shrinkImage(file: File): Promise<Blob> {
  if (!SHRINKABLE.has(file.type)) return file;
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return file;
  const scale = LONGEST_SIDE / Math.max(image.width, image.height);
  if (scale >= 1) return file;
  const smaller = await draw(image, scale, file.type);
  image.close();
  return smaller && smaller.size < file.size ? smaller : file;
}

async function draw(image: ImageBitmap, scale: number, type: string): Promise<Blob | null> {
  const size = { width: Math.round(image.width * scale), height: Math.round(image.height * scale) };
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  if (!context || !isReadTruly(context)) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));
}

/** Some browsers guard against being recognised by giving back noise instead of what was drawn. */
function isReadTruly(context: CanvasRenderingContext2D): boolean {
  context.fillStyle = '#123456';
  context.fillRect(0, 0, 8, 8);
  const { data } = context.getImageData(0, 0, 8, 8);
  context.clearRect(0, 0, 8, 8);
  return data.every((value, at) => value === [0x12, 0x34, 0x56, 255][at % 4]);
}
