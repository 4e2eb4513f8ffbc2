import type { S3mini } from 's3mini'
import type { Clock } from '#kernel'

export interface BucketOptions {
  readonly clock: Clock
  /** The URL of the service, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** Whether the bucket is the first part of the path (most own servers) or of the host name (AWS). */
  readonly pathStyle: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The longest wait for the headers of an answer. */
  readonly timeoutMs: number
}

/** A client for one request to a bucket, which ends with the signal or when no answer begins in time. */
export async function bucketClient(options: BucketOptions, signal: AbortSignal | null): Promise<S3mini> {
  // Installations without a bucket do without its memory.
  const { S3mini } = await import('s3mini')
  const { accessKeyId, secretAccessKey, region } = options
  return new S3mini({
    endpoint: endpointOf(options),
    region,
    accessKeyId,
    secretAccessKey,
    fetch: (url, init) => fetchInTime(url, { ...init, signal }, options),
  })
}

function endpointOf({ endpoint, bucket, pathStyle }: BucketOptions): string {
  if (pathStyle) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const url = new URL(endpoint)
  url.hostname = `${bucket}.${url.hostname}`
  return url.href
}

/** Uploads are bounded by their own signal; every other request must be answered within the limit. */
async function fetchInTime(
  url: Parameters<typeof fetch>[0],
  init: RequestInit,
  { clock, timeoutMs }: Pick<BucketOptions, 'clock' | 'timeoutMs'>,
): Promise<Response> {
  const late = new AbortController()
  const timer = clock.after(timeoutMs, () => late.abort(new Error('The store did not answer in time.')))
  const signal = init.signal ?? late.signal
  try {
    return await fetch(url, { ...init, signal, redirect: 'error', ...(init.body ? { duplex: 'half' } : {}) })
  } finally {
    timer.cancel()
  }
}
