import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly region: string
  readonly bucket: string
}

const maxSkewMs = 15 * 60_000

/**
 * A server of the part of S3 that the service needs: PUT with a checksum, GET with a range, DELETE, deletion of many, lists
 * in pages. It holds objects in memory, stores a PUT when all of it has arrived, and answers only requests whose AWS
 * Signature Version 4 is right.
 */
export class S3Server {
  readonly objects = new Map<string, Buffer>()
  /** Keys of a list page at most. */
  pageSize = 1000
  /** Set: every request is answered with this status. */
  failWith: number | null = null
  /** Set: a PUT is cut off after this many bytes. */
  cutAfterBytes: number | null = null
  /** Requests answered, by method. */
  readonly answered: string[] = []
  readonly #credentials: S3Credentials
  readonly #server: Server

  constructor(credentials: S3Credentials) {
    this.#credentials = credentials
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${portOf(this.#server)}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request
    const body = await this.#bodyOf(request)
    if (body === null) return void socket.destroy()
    const answer = this.#answer(request, body)
    this.answered.push(request.method ?? '')
    response.writeHead(answer.status, { 'content-length': answer.body?.length ?? 0, ...answer.headers })
    response.end(answer.body)
  }

  /** Null when the client or this server ended the connection before the end. */
  async #bodyOf(request: IncomingMessage): Promise<Buffer | null> {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of request) {
        chunks.push(Buffer.from(chunk))
        size += chunks.at(-1)?.length ?? 0
        if (this.cutAfterBytes !== null && size > this.cutAfterBytes) return null
      }
    } catch {
      return null
    }
    return Buffer.concat(chunks)
  }

  #answer(request: IncomingMessage, body: Buffer): Answer {
    if (this.failWith !== null) return failure(this.failWith, 'InternalError')
    const problem = signatureProblem(request, body, this.#credentials)
    if (problem !== null) return failure(403, problem)
    const url = new URL(String(request.url), 'http://host')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    if (bucket !== this.#credentials.bucket) return failure(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    const actions = key === '' ? this.#bucketActions : this.#objectActions
    const action = actions[String(request.method)]
    return action?.({ request, key, body, query: url.searchParams }) ?? failure(405, 'MethodNotAllowed')
  }

  readonly #bucketActions: Readonly<Record<string, Action>> = {
    GET: ({ query }) => this.#list(query),
    POST: ({ query, body }) => (query.has('delete') ? this.#deleteMany(body) : failure(405, 'MethodNotAllowed')),
  }

  readonly #objectActions: Readonly<Record<string, Action>> = {
    PUT: ({ request, key, body }) => this.#put(request, key, body),
    GET: ({ request, key }) => this.#get(key, request.headers.range),
    DELETE: ({ key }) => {
      this.objects.delete(key)
      return { status: 204 }
    },
  }

  #put({ headers }: IncomingMessage, key: string, body: Buffer): Answer {
    if (headers['content-length'] === undefined) return failure(411, 'MissingContentLength')
    const checksum = headers['x-amz-checksum-sha256']
    if (checksum !== createHash('sha256').update(body).digest('base64')) return failure(400, 'BadDigest')
    this.objects.set(key, body)
    return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` } }
  }

  #get(key: string, range: string | undefined): Answer {
    const object = this.objects.get(key)
    if (object === undefined) return failure(404, 'NoSuchKey')
    if (range === undefined) return { status: 200, body: object }
    const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    if (Number(start) >= object.length) return failure(416, 'InvalidRange')
    return { status: 206, body: object.subarray(Number(start), Number(end) + 1) }
  }

  #deleteMany(body: Buffer): Answer {
    const keys = [...body.toString().matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key)
    for (const key of keys) this.objects.delete(key)
    const deleted = keys.map((key) => `<Deleted><Key>${key}</Key></Deleted>`).join('')
    return xml(200, `<DeleteResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${deleted}</DeleteResult>`)
  }

  #list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const limit = Math.min(Number(query.get('max-keys') ?? 1000), this.pageSize)
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, limit)
    const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><Size>${this.objects.get(key)?.length}</Size><ETag>&quot;0&quot;</ETag><LastModified>2026-01-01T00:00:00.000Z</LastModified><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    return xml(
      200,
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><KeyCount>${page.length}</KeyCount><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    )
  }
}

type Action = (call: {
  readonly request: IncomingMessage
  readonly key: string
  readonly body: Buffer
  readonly query: URLSearchParams
}) => Answer

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`),
})

const failure = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

const authorization =
  /^AWS4-HMAC-SHA256 Credential=(?<key>[^/]+)\/(?<date>\d{8})\/(?<region>[^/]+)\/s3\/aws4_request, ?SignedHeaders=(?<signed>[^,]+), ?Signature=(?<signature>[0-9a-f]{64})$/

/** Why a request is not signed with these credentials (AWS Signature Version 4); null when it is. */
function signatureProblem(request: IncomingMessage, body: Buffer, credentials: S3Credentials): string | null {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const { key, region, signed, signature } = authorization.exec(header('authorization'))?.groups ?? {}
  if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== credentials.region) return 'AuthorizationHeaderMalformed'
  const time = header('x-amz-date')
  if (!(Math.abs(Date.now() - epochMsOf(time)) < maxSkewMs)) return 'RequestTimeTooSkewed'
  const payload = header('x-amz-content-sha256')
  if (!['UNSIGNED-PAYLOAD', sha256(body)].includes(payload)) return 'XAmzContentSHA256Mismatch'
  const names = String(signed).split(';')
  const isCovered = ['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.includes(name))
  const expected = signatureOf(canonicalOf(request, names, payload), time, credentials)
  return isCovered && signature === expected ? null : 'SignatureDoesNotMatch'
}

const epochMsOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

function canonicalOf({ method, url, headers }: IncomingMessage, names: readonly string[], payload: string): string {
  const [path = '', query = ''] = String(url).split('?')
  const lines = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  return [
    method,
    path,
    query.split('&').filter(Boolean).toSorted().join('&'),
    lines.join(''),
    names.join(';'),
    payload,
  ].join('\n')
}

function signatureOf(canonical: string, time: string, { region, secretAccessKey }: S3Credentials): string {
  const date = time.slice(0, 8)
  const toSign = ['AWS4-HMAC-SHA256', time, `${date}/${region}/s3/aws4_request`, sha256(canonical)].join('\n')
  const regionKey = hmac(hmac(`AWS4${secretAccessKey}`, date), region)
  return hmac(hmac(hmac(regionKey, 's3'), 'aws4_request'), toSign).toString('hex')
}

/** It listens on a port. */
const portOf = (server: Server): number => (server.address() as AddressInfo).port
