import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { days, IssuedCertificate } from '../../../tests/support/certificate-authority.ts'
import type { CertificateWishes } from '../../../tests/support/certificate-authority.ts'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { runSsl, tlsServer, toolsTrusting } from '../../../tests/support/ssl-scene.ts'

let root: IssuedCertificate
let intermediate: IssuedCertificate

beforeAll(async () => {
  root = await IssuedCertificate.selfSigned({ name: 'Test root', isCA: true })
  intermediate = await root.issue({ name: 'Test intermediate', isCA: true })
})

const host = (wishes: Partial<CertificateWishes> = {}, issuer = root) =>
  issuer.issue({ name: 'shop.test', hosts: ['shop.test', '127.0.0.1'], ...wishes })

/** Serves bytes to any request and counts requests; ends with the test. */
async function fileServer(bytesFor: () => Buffer | Promise<Buffer>, status = 200, address = '127.0.0.1') {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume().once('end', () => {
      void Promise.resolve(bytesFor()).then((bytes) => response.writeHead(status, { location: '/' }).end(bytes))
    })
  })
  server.listen(0, address)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://${address}:${(server.address() as AddressInfo).port}/`, requests: () => requests }
}

describe('the certificate', () => {
  it('passes when it is trusted, made for the name and valid, and says everything about itself', async () => {
    const own = await host({ hasScts: true }, intermediate)
    const port = await tlsServer({ own, sent: [intermediate] })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]))
    expect(verdict).toMatchObject({ outcome: 'passed', reasons: [] })
    expect(seen.answer).toMatchObject({
      resolvedIp: '127.0.0.1',
      protocol: 'TLS1.3',
      cipherSuite: expect.stringMatching(/^TLS_/),
      daysUntilExpiry: 364,
      hostnameVerified: true,
      chainTrusted: true,
      ocspStapled: false,
      ocspStatus: 'unknown',
      certificate: {
        subjectCN: 'shop.test',
        issuerCN: 'Test intermediate',
        keyAlgorithm: 'ECDSA',
        keySizeBits: 256,
        signatureAlgorithm: 'ECDSA-SHA256',
        sans: ['shop.test', '127.0.0.1'],
        hasScts: true,
        mustStaple: false,
        selfSigned: false,
        isCA: false,
      },
      chain: [{ subjectCN: 'shop.test' }, { subjectCN: 'Test intermediate' }, { subjectCN: 'Test root' }],
    })
    expect(seen.sslDaysRemaining).toBe(364)
    expect(seen.responseTimeMs).toBe(seen.answer?.handshakeTimeMs)
  })

  it('degrades when it expires within the days to be alerted before', async () => {
    const port = await tlsServer({ own: await host({ notAfter: days(20.5) }) })
    const { verdict } = await runSsl(port, toolsTrusting([root]))
    expect(verdict).toMatchObject({ outcome: 'degraded', reasons: [{ kind: 'certificate' }] })
    expect((await runSsl(port, toolsTrusting([root]), { alertDaysBeforeExpiry: 19 })).verdict.outcome).toBe('passed')
  })

  it.each([false, true])('fails when it has expired, with skipChainValidation %s', async (skipChainValidation) => {
    const port = await tlsServer({ own: await host({ notBefore: days(-30), notAfter: days(-2.5) }) })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]), { skipChainValidation })
    expect(seen.answer).toMatchObject({ daysUntilExpiry: -3, chainTrusted: false, chainProblem: 'expired' })
    expect(verdict).toMatchObject({
      outcome: 'failed',
      reasons: [{ kind: 'certificate', message: expect.stringContaining('expired') }],
    })
  })

  it.each([false, true])('fails when it is not valid yet, with skipChainValidation %s', async (skipChainValidation) => {
    const port = await tlsServer({ own: await host({ notBefore: days(2), notAfter: days(100) }) })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]), { skipChainValidation })
    expect(seen.answer).toMatchObject({ chainProblem: 'not-yet-valid' })
    expect(verdict.outcome).toBe('failed')
  })

  it('fails when it was made for other names, even without chain validation', async () => {
    const port = await tlsServer({ own: await host({ hosts: ['elsewhere.test'] }) })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]), { skipChainValidation: true })
    expect(seen.answer).toMatchObject({ hostnameVerified: false, chainTrusted: true })
    expect(verdict.reasons).toEqual([
      {
        kind: 'certificate',
        outcome: 'failed',
        message: 'Expected a certificate for shop.test, but it is for elsewhere.test.',
      },
    ])
  })

  it('is made for no host when it names one in the common name alone', async () => {
    const port = await tlsServer({ own: await host({ hosts: [] }) })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]), { skipChainValidation: true })
    expect(seen.answer).toMatchObject({ hostnameVerified: false, chainTrusted: true })
    expect(verdict.reasons).toMatchObject([{ message: expect.stringContaining('but it is for no name.') }])
  })

  it('is as near to its expiry as the first above it, which is named', async () => {
    const above = await root.issue({ name: 'Old intermediate', isCA: true, notAfter: days(9.5) })
    const port = await tlsServer({ own: await host({}, above), sent: [above] })
    const { seen, verdict } = await runSsl(port, toolsTrusting([root]))
    expect(seen).toMatchObject({ sslDaysRemaining: 9, answer: { daysUntilExpiry: 9 } })
    expect(seen.answer?.certificate.daysUntilExpiry).toBe(364)
    expect(verdict).toMatchObject({
      outcome: 'degraded',
      reasons: [{ message: expect.stringContaining('but Old intermediate above it expires in 9 days.') }],
    })
  })

  it('is compared with the address when no name is asked for', async () => {
    const port = await tlsServer({ own: await host() })
    expect((await runSsl(port, toolsTrusting([root]), { serverName: null })).verdict.outcome).toBe('passed')
  })
})

describe('the chain', () => {
  it.each([
    [false, 'failed'],
    [true, 'passed'],
  ] as const)(
    'of a self-signed certificate, with skipChainValidation %s, is %s',
    async (skipChainValidation, outcome) => {
      const own = await IssuedCertificate.selfSigned({ name: 'shop.test', hosts: ['shop.test'] })
      const { seen, verdict } = await runSsl(await tlsServer({ own }), toolsTrusting([root]), { skipChainValidation })
      expect(seen.answer).toMatchObject({ chainTrusted: false, chainProblem: 'self-signed' })
      expect(verdict.outcome).toBe(outcome)
    },
  )

  it('names the intermediate certificate that the server does not send', async () => {
    const issuer = await fileServer(() => intermediate.der)
    const own = await host({ issuerUrl: issuer.url }, intermediate)
    const port = await tlsServer({ own })
    const tools = toolsTrusting([root])
    const { seen, verdict } = await runSsl(port, tools)
    expect(seen.answer).toMatchObject({ chainProblem: 'incomplete-chain', missingIntermediate: 'CN=Test intermediate' })
    expect(verdict).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: expect.stringContaining('Test intermediate') }],
    })
    await runSsl(port, tools)
    expect(issuer.requests()).toBe(1)
  })

  it('says only that the issuer is unknown where nothing proves that an intermediate is missing', async () => {
    const { seen } = await runSsl(await tlsServer({ own: await host({}, intermediate) }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ chainProblem: 'unknown-issuer', missingIntermediate: null })
  })

  it('does not believe a fetched certificate that did not sign this one', async () => {
    const stranger = await root.issue({ name: 'Test intermediate', isCA: true })
    const issuer = await fileServer(() => stranger.der)
    const own = await host({ issuerUrl: issuer.url }, intermediate)
    const { seen } = await runSsl(await tlsServer({ own }), toolsTrusting([root]))
    expect(issuer.requests()).toBe(1)
    expect(seen.answer).toMatchObject({ chainProblem: 'unknown-issuer' })
  })

  it('fetches no issuer from an address that the policy denies, and follows no redirect', async () => {
    const issuer = await fileServer(() => intermediate.der, 200, '127.0.0.2')
    const redirect = await fileServer(() => Buffer.alloc(0), 302)
    const own = await host({ issuerUrl: issuer.url }, intermediate)
    const port = await tlsServer({ own })
    const denying = toolsTrusting([root], { allowPrivateTargets: false, allowedRanges: ['127.0.0.1'] })
    expect((await runSsl(port, denying)).seen.answer).toMatchObject({ chainProblem: 'unknown-issuer' })
    expect(issuer.requests()).toBe(0)
    const other = await host({ issuerUrl: redirect.url }, intermediate)
    const { seen } = await runSsl(await tlsServer({ own: other }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ chainProblem: 'unknown-issuer' })
    expect(redirect.requests()).toBe(1)
  })
})

describe('revocation', () => {
  it.each(['good', 'revoked', 'unknown'] as const)('reads the stapled status %s', async (status) => {
    const own = await host()
    const stapled = await root.ocspResponse(own, root, { status })
    const { seen, verdict } = await runSsl(await tlsServer({ own, sent: [root], stapled }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({
      ocspStapled: true,
      ocspStatus: status,
      ocspSource: 'stapled',
      chainTrusted: status !== 'revoked',
    })
    expect(verdict.outcome).toBe(status === 'revoked' ? 'failed' : 'passed')
  })

  it.each(['good', 'revoked'] as const)(
    'asks the responder of the certificate, whose answer is %s, once',
    async (status) => {
      let own: IssuedCertificate
      const responder = await fileServer(() => root.ocspResponse(own, root, { status }))
      own = await host({ ocspUrl: responder.url })
      const port = await tlsServer({ own, sent: [root] })
      const tools = toolsTrusting([root])
      const { seen } = await runSsl(port, tools)
      expect(seen.answer).toMatchObject({ ocspStapled: false, ocspStatus: status, ocspSource: 'responder' })
      await runSsl(port, tools)
      expect(responder.requests()).toBe(1)
    },
  )

  it('accepts a responder that the issuer delegated to, and no other', async () => {
    const own = await host()
    const delegated = await root.issue({ name: 'Responder', mayAnswerOcsp: true })
    const stranger = await root.issue({ name: 'Stranger' })
    const by = async (signer: IssuedCertificate) =>
      (
        await runSsl(
          await tlsServer({ own, sent: [root], stapled: await signer.ocspResponse(own, root, { status: 'good' }) }),
          toolsTrusting([root]),
        )
      ).seen.answer
    expect(await by(delegated)).toMatchObject({ ocspStatus: 'good' })
    expect(await by(stranger)).toMatchObject({
      ocspStapled: true,
      ocspStatus: 'unknown',
      ocspProblem: expect.stringContaining('not valid'),
    })
  })

  it.each([
    ['has expired', { nextUpdate: days(-1), thisUpdate: days(-2) }],
    ['is not valid yet', { thisUpdate: days(1) }],
    ['is about another certificate', { serial: 77 }],
  ])('does not believe a stapled response that %s', async (problem, wishes) => {
    const own = await host()
    const stapled = await root.ocspResponse(own, root, { status: 'good', ...wishes })
    const { seen } = await runSsl(await tlsServer({ own, sent: [root], stapled }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ ocspStatus: 'unknown', ocspProblem: expect.stringContaining(problem) })
  })

  it('passes with an unknown status when the responder is silent or answers garbage', async () => {
    const responder = await fileServer(() => Buffer.from('garbage'))
    const own = await host({ ocspUrl: responder.url })
    const { seen, verdict } = await runSsl(await tlsServer({ own, sent: [root] }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({
      ocspStatus: 'unknown',
      ocspProblem: expect.stringContaining('cannot be parsed'),
    })
    expect(verdict.outcome).toBe('passed')
  })
})

describe('the handshake', () => {
  it.each([
    ['TLSv1.3', 'TLS1.3'],
    ['TLSv1.2', 'TLS1.2'],
    ['TLSv1.1', 'TLS1.1'],
    ['TLSv1', 'TLS1.0'],
  ] as const)('is described for a server of %s only', async (version, protocol) => {
    const options = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
    const { seen, verdict } = await runSsl(await tlsServer({ own: await host(), ...options }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ protocol })
    const isOld = protocol === 'TLS1.0' || protocol === 'TLS1.1'
    expect(verdict.reasons.map(({ kind }) => kind)).toEqual(isOld ? ['security-baseline'] : [])
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'presents a client certificate to a server of %s, and fails without one',
    async (version) => {
      const client = await root.issue({ name: 'client' })
      const options = {
        requestCert: true,
        rejectUnauthorized: true,
        ca: root.cert,
        minVersion: version,
        maxVersion: version,
      }
      const port = await tlsServer({ own: await host(), ...options })
      const without = await runSsl(port, toolsTrusting([root]))
      expect(without.seen.failure).toMatchObject({ kind: 'tls' })
      const clientCertificate = { path: null, cert: client.cert, key: client.key, ca: null, passphrase: null }
      expect((await runSsl(port, toolsTrusting([root]), { clientCertificate })).verdict.outcome).toBe('passed')
    },
  )

  it('does not fail a server that sends nothing after the handshake', async () => {
    const own = await host()
    const { verdict } = await runSsl(
      await tlsServer({ own, sessionTimeout: 1, ticketKeys: Buffer.alloc(48) }),
      toolsTrusting([root]),
    )
    expect(verdict.outcome).toBe('passed')
  })

  it('ends with a timeout when the server is silent', async () => {
    const server = await tcpServer(() => {})
    const { seen } = await runSsl(server.port, toolsTrusting([root]), { handshakeTimeoutMs: 200 })
    expect(seen.failure).toMatchObject({ kind: 'timeout', code: 'ETIMEDOUT', isNetworkError: true })
    await server.allClosed()
  })

  it.each([
    [
      'garbage',
      (socket: { end: (bytes: Buffer) => unknown }) => socket.end(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ],
    ['nothing but a hangup', (socket: { destroy: () => unknown }) => socket.destroy()],
  ])('fails when the server sends %s', async (_, answer) => {
    const server = await tcpServer(answer)
    const { seen } = await runSsl(server.port, toolsTrusting([root]))
    expect(seen.failure).toMatchObject({ kind: 'tls' })
    await server.allClosed()
  })

  it('fails as a connection when nothing listens, and as a name when there is none', async () => {
    const tools = toolsTrusting([root])
    expect((await runSsl(1, tools)).seen.failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED' })
    expect((await runSsl(1, tools, { hostname: 'a b' })).seen.failure).toMatchObject({ kind: 'dns' })
  })
})

describe('the security baseline', () => {
  const kindsOf = async (wishes: Partial<CertificateWishes>, options: object = {}) => {
    const port = await tlsServer({ own: await host(wishes), ciphers: 'DEFAULT@SECLEVEL=0', ...options })
    return (await runSsl(port, toolsTrusting([root]))).verdict
  }

  it('fails a key of 1024 bits', async () => {
    expect(await kindsOf({ key: 'RSA-1024' })).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: expect.stringContaining('1024 bits') }],
    })
  })

  it('fails a signature with SHA-1', async () => {
    expect(await kindsOf({ hash: 'SHA-1' })).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: expect.stringContaining('ECDSA-SHA1') }],
    })
  })

  it('fails a cipher suite without forward secrecy', async () => {
    const options = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA:@SECLEVEL=0' }
    expect(await kindsOf({ key: 'RSA-2048' }, options)).toMatchObject({
      outcome: 'failed',
      reasons: [{ message: expect.stringContaining('TLS_RSA_WITH_AES_128_CBC_SHA') }],
    })
  })

  it('sees that a certificate which must be stapled is not', async () => {
    const own = await host({ mustStaple: true })
    const stapled = await root.ocspResponse(own, root, { status: 'good' })
    const seen = async (options: { stapled?: Buffer }) =>
      (await runSsl(await tlsServer({ own, sent: [root], ...options }), toolsTrusting([root]))).seen.answer
    expect(await seen({})).toMatchObject({ certificate: { mustStaple: true }, ocspSource: null })
    expect(await seen({ stapled })).toMatchObject({ certificate: { mustStaple: true }, ocspSource: 'stapled' })
  })
})
