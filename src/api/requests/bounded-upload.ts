import { Transform } from 'node:stream'
import type { preParsingHookHandler } from 'fastify'
import { Fault } from '#kernel'
import { tooLarge } from './inflate-body.ts'
import type { LargeBodies } from './large-bodies.ts'

/**
 * Gives the handler the bytes of an upload as they arrive, few uploads at a time. More than `limit` bytes fail with
 * BODY_TOO_LARGE: at once by the content-length, otherwise while they are read. Throws BODY_ENCODING_INVALID for a
 * `content-encoding`: what is uploaded is stored as it is.
 */
export const boundedUpload =
  (limit: number, uploads: LargeBodies): preParsingHookHandler =>
  (request, reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-length': length } = request.headers
    if (encoding !== 'identity')
      return done(new Fault('BODY_ENCODING_INVALID', { values: { encoding: 'the encoding of an upload' } }))
    if (Number(length) > limit) return done(tooLarge(limit))
    const leave = uploads.enter(request.caller?.keyId ?? '', () => {
      const meter = meterOf(limit)
      // The connection must stay open after a rejection, or the response could not be sent.
      request.raw.once('error', (error) => meter.destroy(error))
      request.raw.once('close', () => {
        if (!request.raw.readableEnded) meter.destroy(new Error('The upload was cut off.'))
      })
      done(null, payload.pipe(meter))
    })
    reply.raw.once('close', leave)
  }

function meterOf(limit: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > limit) done(tooLarge(limit))
      else done(null, chunk)
    },
  })
}
