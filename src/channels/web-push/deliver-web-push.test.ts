import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { AlertFacts } from '#contract'
import { facts, exampleConfig, notificationOf, nowMs, toolsWith } from '../../../tests/support/notification.ts'
import { decryptedByBrowser } from '../../../tests/support/receiving-browser.ts'
import { webPushKeys } from '../../../tests/support/web-push-keys.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliver } from '../index.ts'

/** A push service that answers every message with a status. */
async function pushed(changes: Partial<AlertFacts> = {}, status = 201, headers: Record<string, string> = {}) {
  await using service = await startWebReceiver((response) => response.writeHead(status, headers).end())
  const notification = notificationOf('WEB_PUSH', exampleConfig('WEB_PUSH', `${service.url}/send/abc`), {
    facts: { ...facts, ...changes },
  })
  const delivery = await deliver(notification, toolsWith())
  const [request] = service.requests
  if (request === undefined) throw new Error('The push service received nothing.')
  return { delivery, request, origin: service.url }
}

/** The claims of a token that the installation of the tests signed (RFC 8292 2). */
function claimsOf(authorization: string): unknown {
  const [scheme, head, claims, signature] = authorization.split(/ t=|, k=|\./)
  const [key, own] = [authorization.split(', k=')[1], webPushKeys.publicKey]
  const [x, y] = [Buffer.from(own, 'base64url').subarray(1, 33), Buffer.from(own, 'base64url').subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  expect({ scheme, key }).toEqual({ scheme: 'vapid', key: own })
  expect(
    verify(
      'sha256',
      signed,
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(String(signature), 'base64url'),
    ),
  ).toBe(true)
  return JSON.parse(Buffer.from(String(claims), 'base64url').toString())
}

describe('a browser notification', () => {
  it('is encrypted for the browser and signed by the installation', async () => {
    const { delivery, request, origin } = await pushed()
    expect(delivery).toEqual({ outcome: 'sent', response: 'HTTP 201' })
    expect(JSON.parse(decryptedByBrowser(request.bytes))).toEqual({
      title: '🔴 Check "Shop & <cart>" has failed',
      body: expect.stringMatching(/^Expected status 200, got 503:\n/),
      url: facts.resultLink,
      tag: facts.checkId,
    })
    expect(request).toMatchObject({
      path: '/send/abc',
      headers: {
        ttl: '86400',
        urgency: 'high',
        'content-encoding': 'aes128gcm',
        topic: expect.stringMatching(/^[\w-]{32}$/),
      },
    })
    expect(claimsOf(request.headers.authorization ?? '')).toMatchObject({ aud: origin, sub: 'https://belfry.example' })
  })

  it('fits into the 4096 bytes of push services whatever the texts are', async () => {
    for (const letter of ['漢', '😀', '\u0000', 'x']) {
      const text = letter.repeat(5_000)
      const { delivery, request } = await pushed({
        alertTitle: text,
        checkErrorMessage: text,
        reasons: [text],
        resultLink: `https://belfry.example/${'x'.repeat(5_000)}`,
      })
      expect(delivery.outcome).toBe('sent')
      expect(request.bytes.length).toBeLessThanOrEqual(4096)
      expect(JSON.parse(decryptedByBrowser(request.bytes))).toMatchObject({ url: null })
    }
  })

  it.each([404, 410])('is rejected with advice when the browser has ended its subscription (%i)', async (status) => {
    expect((await pushed({}, status)).delivery).toEqual({
      outcome: 'rejected',
      response: `HTTP ${status}: this browser no longer receives notifications. Allow them there again.`,
    })
  })

  it('is tried again when the push service asks for it, and not when it refuses', async () => {
    const after = new Date(nowMs + 30_000).toUTCString()
    expect((await pushed({}, 429, { 'retry-after': after })).delivery).toMatchObject({
      outcome: 'retry',
      retryAfterSeconds: 30,
    })
    expect((await pushed({}, 503)).delivery).toMatchObject({ outcome: 'retry' })
    expect((await pushed({}, 403)).delivery).toMatchObject({ outcome: 'rejected' })
  })

  it('is rejected when the key is no point of the curve', async () => {
    const p256dh = `BA${'A'.repeat(85)}`
    const config = { ...exampleConfig('WEB_PUSH', 'http://127.0.0.1:9'), p256dh }
    expect(await deliver(notificationOf('WEB_PUSH', config), toolsWith())).toMatchObject({
      outcome: 'rejected',
      response: 'The subscription is not valid. Allow notifications again.',
    })
  })
})
