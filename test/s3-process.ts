// An S3 server with the bucket 'club' in a process of its own, so that it can be killed: PORT FOLDER.
import S3rver from 's3rver';

const [port = '0', directory = ''] = process.argv.slice(2);
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name: 'club' }],
});
await server.run();
process.send?.('listening');
