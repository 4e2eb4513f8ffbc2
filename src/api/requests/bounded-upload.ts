import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import type { OperationRow } from '#contract'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import { Fault } from '#kernel'
import { tooLarge } from './inflate-body.ts'
import type { LargeBodies } from './large-bodies.ts'

/**
 * Gives the handler the bytes of an upload as they arrive, few uploads at a time. More than `limit` bytes fail with
 * BODY_TOO_LARGE: at once by the content-length, otherwise while they are read; at their end UPLOAD_CHECKSUM_WRONG says
 * that they are not those of the header with their hash. Throws BODY_ENCODING_INVALID for a `content-encoding`: what is
 * uploaded is stored as it is.
 */
export const boundedUpload =
  (
    { maxBytes: limit, sha256Header }: NonNullable<OperationRow['upload']>,
    uploads: LargeBodies,
  ): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers
    if (encoding !== 'identity')
      return done(new Fault('BODY_ENCODING_INVALID', { values: { encoding: 'the encoding of an upload' } }))
    if (Number(length) > limit) return done(tooLarge(limit))
    const leave = uploads.enter(request.caller?.keyId ?? '', () => {
      const meter = meterOf(limit, checksumOf(request, sha256Header))
      // It may fail before it is read, which then fails as well.
      meter.on('error', () => {})
      // The connection must stay open after a rejection, or the response could not be sent.
      request.raw.once('error', (error) => meter.destroy(error))
      request.raw.once('close', () => {
        if (!request.raw.readableEnded) meter.destroy(new Error('The upload was cut off.'))
      })
      done(null, payload.pipe(meter))
    })
    reply.raw.once('close', leave)
  }

interface Checksum {
  readonly header: string
  readonly sha256: string
}

function checksumOf({ headers }: FastifyRequest, header: string | undefined): Checksum | null {
  const value = header === undefined ? undefined : headers[header]
  return header === undefined || value === undefined ? null : { header, sha256: String(value).toLowerCase() }
}

function meterOf(limit: number, checksum: Checksum | null): Transform {
  let bytes = 0
  const hash = checksum && createHash('sha256')
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash?.update(chunk)
      if (bytes > limit) done(tooLarge(limit))
      else done(null, chunk)
    },
    flush(done) {
      const isWrong = checksum !== null && hash?.digest('hex') !== checksum.sha256
      done(isWrong ? new Fault('UPLOAD_CHECKSUM_WRONG', { values: { header: checksum.header } }) : null)
    },
  })
}
