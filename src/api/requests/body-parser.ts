import { mergePatchType } from '#contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '#kernel'
import { findUnsafePart } from './unsafe-json.ts'
import { faultOfProblems } from '#validation'

/** Bodies that handlers read as they arrive; operations that take none reject them before. */
export const uploadTypes = ['application/gzip', 'application/octet-stream']

type Done = (error: Error | null, body?: unknown) => void

/**
 * Accepts JSON, and the empty form that clients send with a body-less POST; everything else is rejected as unsupported.
 * `__proto__` and `constructor.prototype` are dropped from JSON.
 */
export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('remove', 'remove')
  app.addContentTypeParser<string>(
    ['application/json', mergePatchType],
    { parseAs: 'string' },
    (request, text, done) => {
      if (text === '') return done(null, undefined)
      request.bodyLength = text.length
      void parseJson(request, text, (error, value) => finish(error, value, done))
    },
  )
  app.addContentTypeParser(uploadTypes, (_request, payload, done) => done(null, payload))
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request: FastifyRequest, text, done) =>
      text === ''
        ? done(null, undefined)
        : done(new Fault('CONTENT_TYPE_UNSUPPORTED', { values: { type: 'application/json' } })),
  )
}

function finish(error: Error | null, value: unknown, done: Done): void {
  if (error) return done(new Fault('JSON_MALFORMED', { values: { problem: problemOf(error) }, cause: error }))
  const unsafe = findUnsafePart(value)
  if (unsafe === undefined) return done(null, value)
  done(faultOfProblems('BODY_INVALID', [unsafe], 'body'))
}

/** Parser errors quote the body, which may hold a secret: only the position is reported. */
function problemOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error
  return /at position \d+(?: \(line \d+ column \d+\))?/.exec(cause.message)?.[0] ?? 'it ends too early or is not JSON'
}
