import { hash } from 'node:crypto'
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding } from '../answers/accepted-encoding.ts'
import { isUnchanged } from '../answers/entity-tags.ts'

type Finish = (error: Error | null, result: Buffer) => void

const finished = (start: (finish: Finish) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => start((error, result) => (error ? reject(error) : resolve(result))))

const inflate = (bytes: Buffer): Promise<Buffer> => finished((finish) => gunzip(bytes, finish))
/** Above it, brotli takes many times the time for a tenth less. */
const brotliQuality = 6

interface Bodies {
  readonly br: Buffer
  readonly gzip: Buffer
  /** Of what was compressed. */
  readonly tag: string
}

/** A text that is made and compressed when it is first requested, and then sent from memory, compressed (RFC 9110). */
export class PreparedText {
  readonly #make: () => string | Promise<string | Buffer>
  readonly #type: string
  readonly #cacheControl: string
  #bodies: Promise<Bodies> | undefined

  constructor(type: string, cacheControl: string, make: () => string | Promise<string | Buffer>) {
    this.#type = type
    this.#cacheControl = cacheControl
    this.#make = make
  }

  /** Answers with the encoding that the client prefers, or 304 when it has the text already. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { br, gzip: gzipped, tag } = await this.#prepared()
    const encoding = acceptedEncoding(request, ['br', 'gzip'])
    const etag = `"${tag}${encoding === null ? '' : `-${encoding}`}"`
    void reply.headers({ etag, vary: 'accept-encoding', 'cache-control': this.#cacheControl })
    if (isUnchanged(request, etag)) return reply.code(304).send()
    void reply.type(this.#type)
    if (encoding === null) return reply.send(await inflate(gzipped))
    return reply.header('content-encoding', encoding).send(encoding === 'br' ? br : gzipped)
  }

  async text(): Promise<string> {
    return (await inflate((await this.#prepared()).gzip)).toString()
  }

  /** A failure is not kept. */
  #prepared(): Promise<Bodies> {
    this.#bodies ??= this.#prepare().catch((error: unknown) => {
      this.#bodies = undefined
      throw error
    })
    return this.#bodies
  }

  async #prepare(): Promise<Bodies> {
    const text = await this.#make()
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
    const [br, gzipped] = await Promise.all([
      finished((finish) => brotliCompress(text, { params }, finish)),
      finished((finish) => gzip(text, finish)),
    ])
    return { br, gzip: gzipped, tag: hash('sha256', text, 'base64url').slice(0, 22) }
  }
}
