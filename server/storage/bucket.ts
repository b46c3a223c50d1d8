/**
 * The bucket of `STORAGE_URL`: `s3://bucket?endpoint=…&region=…`. Its access key comes from the usual AWS variables.
 */
export interface Bucket {
  name: string;
  region: string;
  /** The address of a server that is not Amazon's, or null. */
  endpoint: string | null;
}

const namePattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const form = 'must look like s3://bucket?endpoint=https://s3.example.com&region=ca-central-1';

/** The bucket, or a clause that says what is wrong with the URL. */
export function readBucket(text: string, usualRegion: string | null): Bucket | string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 's3:' || url.port || url.hash) return `${form}.`;
  if (url.username) return 'must not hold the key; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.';
  if (!namePattern.test(url.hostname)) return `${form}; the name of the bucket is not one that S3 allows.`;
  if (!['', '/'].includes(url.pathname)) return `${form}; a bucket is used whole, without a folder in it.`;
  const unknown = [...url.searchParams.keys()].find((name) => !['endpoint', 'region'].includes(name));
  if (unknown) return `${form}; ${unknown} is not a parameter of it.`;
  const endpoint = url.searchParams.get('endpoint') || null;
  if (endpoint && !isOrigin(endpoint)) return `${form}; the endpoint is an address without a path.`;
  // Most other servers have only one region and accept this name for it.
  const region = url.searchParams.get('region') || usualRegion || (endpoint && 'us-east-1');
  if (!region) return `${form}; on Amazon the region must be named, here or in AWS_REGION.`;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return `${form}; the region is not valid.`;
  return { name: url.hostname, region, endpoint: endpoint && new URL(endpoint).origin };
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
  );
}
