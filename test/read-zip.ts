import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The files of a zip by name, as its directory at the end lists them. @throws RangeError for one that was broken off. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - 22;
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new RangeError('This zip has no end');
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY) throw new RangeError('This zip’s directory is damaged');
    const [packed, nameLength, extraLength, commentLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
    ];
    const local = zip.readUInt32LE(at + 42);
    const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(begin, begin + packed);
    const isDeflated = zip.readUInt16LE(at + 10) === 8;
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    files.set(name, isDeflated ? inflateRawSync(content) : content);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
