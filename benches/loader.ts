import { connect } from 'node:net'

// Sends the same kind of request over a few keep-alive connections as fast as answers come, for a bounded time. It
// writes and reads raw sockets: an HTTP client would cost more than the servers it measures.

export interface LoaderJob {
  readonly port: number
  readonly seconds: number
  readonly connections: number
  readonly method: 'GET' | 'POST'
  readonly paths: readonly string[]
  /** Each is used for a few hundred requests in turn, so that no key meets its rate limit. */
  readonly keys: readonly string[]
  /** A body in which `%` becomes the number of the request. */
  readonly body: string | null
  readonly expectedStatus: number
  /** Whether compressed answers are accepted. */
  readonly takesGzip?: boolean
}

export interface LoaderResult {
  readonly requests: number
  readonly rejected: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
}

const requestsPerKey = 500
/** Goes on from job to job, so that a key rests until its window is over. */
let sent = 0

process.on('disconnect', () => process.exit(0))
process.on('message', (envelope) => {
  void load(jobOf(envelope)).then((result) => process.send?.(result))
})
process.send?.('ready')

const jobOf = (envelope: unknown): LoaderJob => (envelope as { readonly message: LoaderJob }).message

async function load(job: LoaderJob): Promise<LoaderResult> {
  const durations: number[] = []
  let rejected = 0
  const startedAt = performance.now()
  const endsAt = startedAt + job.seconds * 1000
  const next = (): Buffer | null => (performance.now() < endsAt ? requestOf(job, sent++) : null)
  const done = (status: number, tookMs: number): void => {
    if (status === job.expectedStatus) durations.push(tookMs)
    else rejected += 1
  }
  await Promise.all(Array.from({ length: job.connections }, () => useConnection(job.port, next, done)))
  durations.sort((a, b) => a - b)
  const at = (share: number): number => durations[Math.floor(share * (durations.length - 1))] ?? 0
  const seconds = (performance.now() - startedAt) / 1000
  return { requests: durations.length, rejected, seconds, p50: at(0.5), p99: at(0.99) }
}

function requestOf({ method, paths, keys, body, takesGzip = false }: LoaderJob, index: number): Buffer {
  const path = paths[index % paths.length] ?? '/'
  const key = keys[Math.floor(index / requestsPerKey) % keys.length] ?? ''
  const text = body?.replace('%', String(index)) ?? ''
  const content =
    body === null ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  const encoding = takesGzip ? 'accept-encoding: gzip\r\n' : ''
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n${encoding}${content}\r\n${text}`,
  )
}

function useConnection(
  port: number,
  next: () => Buffer | null,
  done: (status: number, tookMs: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let answer: Buffer = Buffer.alloc(0)
    let sentAt = 0
    const send = (): void => {
      const request = next()
      if (!request) {
        socket.destroy()
        return resolve()
      }
      sentAt = performance.now()
      socket.write(request)
    }
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('end', () => reject(new Error('The server closed a keep-alive connection.')))
    socket.on('data', (chunk) => {
      answer = answer.length === 0 ? chunk : Buffer.concat([answer, chunk])
      const status = statusOfWhole(answer)
      if (status === null) return
      answer = Buffer.alloc(0)
      done(status, performance.now() - sentAt)
      send()
    })
  })
}

/** Null until the whole answer is there. All servers of the benchmark send a content-length. */
function statusOfWhole(answer: Buffer): number | null {
  const headEnd = answer.indexOf('\r\n\r\n')
  if (headEnd < 0) return null
  const head = answer.toString('latin1', 0, headEnd)
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return answer.length >= headEnd + 4 + length ? Number(head.slice(9, 12)) : null
}
