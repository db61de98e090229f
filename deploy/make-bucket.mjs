// Makes the bucket that STORAGE_URL names, unless it is there: `node_modules/.bin/node deploy/make-bucket.mjs`, keys from the AWS variables.
import { CreateBucketCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';

const address = new URL(process.env.STORAGE_URL ?? '');
const Bucket = address.hostname;
const endpoint = address.searchParams.get('endpoint') ?? undefined;
const region = address.searchParams.get('region') ?? 'us-east-1';
const client = new S3Client({ region, endpoint, forcePathStyle: true });

const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
  () => true,
  () => false,
);
if (!isThere) await client.send(new CreateBucketCommand({ Bucket }));
console.log(`The bucket ${Bucket} is ${isThere ? 'there' : 'made'}.`);
