import { link } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../config/settings.server.ts';
import { StartError } from '../config/start-error.ts';
import type { BucketAddress } from './bucket.server.ts';
import { openFolder } from './folder.server.ts';
import type { Storage } from './storage.server.ts';

/** The bucket at STORAGE_URL, else a folder in `dataDir`. @throws StartError for a wrong or unusable bucket. */
export async function openStorage({ storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>): Promise<Storage> {
  const folder = join(dataDir, 'files');
  if (!storageUrl) return openFolder(folder);
  const address = parseAddress(storageUrl);
  const { openBucket } = await import('./bucket.server.ts');
  return openBucket(address, folder);
}

/** To copy files from: in a folder they are linked, as they are never overwritten; of a bucket nothing is copied. */
export function linkedFiles(
  { list, read }: Storage,
  { storageUrl, dataDir }: Pick<Settings, 'storageUrl' | 'dataDir'>,
) {
  if (storageUrl) return undefined;
  return { list, read, link: (path: string, target: string) => link(join(dataDir, 'files', path), target) };
}

function parseAddress(text: string): BucketAddress {
  const form = 's3://bucket?endpoint=…&region=…';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !url.hostname) throw wrong(`must look like ${form}`);
  if (url.username || url.password) throw wrong('must not hold keys; they come from the usual AWS variables');
  if (url.port || url.hash || !['', '/'].includes(url.pathname)) {
    throw wrong(`must name a bucket and nothing below it: ${form}`);
  }
  const unknown = [...url.searchParams.keys()].find((key) => !['endpoint', 'region'].includes(key));
  if (unknown !== undefined) throw wrong(`does not know '${unknown}', only endpoint and region`);
  const endpoint = url.searchParams.get('endpoint') || undefined;
  if (endpoint && !/^https?:\/\/./.test(endpoint)) throw wrong('needs an http(s) address as its endpoint');
  if (endpoint && !URL.canParse(endpoint)) throw wrong('needs an http(s) address as its endpoint');
  // Servers other than the original rarely care for a region, but a signature needs one.
  const region = url.searchParams.get('region') || (endpoint ? 'us-east-1' : undefined);
  return { bucket: url.hostname, endpoint, region };
}

function wrong(why: string): StartError {
  return new StartError(`Setting STORAGE_URL: ${why}`);
}
