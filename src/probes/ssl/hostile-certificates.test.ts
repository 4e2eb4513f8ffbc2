import { randomFillSync } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { IssuedCertificate } from '../../../tests/support/certificate-authority.ts'
import { httpServer, tcpServer } from '../../../tests/support/local-servers.ts'
import { runSsl, tlsServer, toolsTrusting } from '../../../tests/support/ssl-scene.ts'
import { readOcspResponse } from './ocsp-message.ts'
import { X509Certificate } from 'node:crypto'

let root: IssuedCertificate

beforeAll(async () => {
  root = await IssuedCertificate.selfSigned({ name: 'Test root', isCA: true })
})

const shop = { name: 'shop.test', hosts: ['shop.test'] }

describe('a hostile server ends in a result', () => {
  it('when its certificate has thousands of names', async () => {
    const hosts = ['shop.test', ...Array.from({ length: 3000 }, (_, index) => `name-${index}.shop.test`)]
    const { seen, verdict } = await runSsl(
      await tlsServer({ own: await root.issue({ ...shop, hosts }) }),
      toolsTrusting([root]),
    )
    expect(seen.answer?.certificate.sans).toHaveLength(3001)
    expect(verdict.outcome).toBe('passed')
  })

  it('when its chain is longer than anyone needs', async () => {
    const sent: IssuedCertificate[] = []
    let issuer = root
    for (let depth = 0; depth < 15; depth += 1) {
      issuer = await issuer.issue({ name: `Intermediate ${depth}`, isCA: true })
      sent.unshift(issuer)
    }
    const own = await issuer.issue(shop)
    const { seen } = await runSsl(await tlsServer({ own, sent }), toolsTrusting([root]))
    expect(seen.answer?.chain).toHaveLength(10)
  })

  it('when names hold control characters, quotes and separators', async () => {
    const name = 'a", DNS:"b\n\u0000CN=trusted.test'
    const own = await root.issue({ name, hosts: ['shop.test', 'x, DNS:evil.test'] })
    const { seen } = await runSsl(await tlsServer({ own }), toolsTrusting([root]))
    expect(seen.answer?.certificate.sans).toEqual(['shop.test', 'x, DNS:evil.test'])
    expect(seen.answer?.certificate.subjectCN).not.toBe('trusted.test')
    expect(JSON.stringify(seen)).not.toContain('\\u0000')
  })

  it.each([
    ['leads to itself', (own: string) => own],
    ['is no URL', () => 'file:///etc/passwd'],
    ['leads to a metadata address', () => 'http://169.254.169.254/latest/'],
  ])('when the address of its issuer %s', async (_, urlOf) => {
    let requests = 0
    let served: Buffer = Buffer.alloc(0)
    const server = await httpServer((_request, response) => {
      requests += 1
      response.end(served)
    })
    const url = urlOf(`http://127.0.0.1:${server.port}/`)
    const hidden = await root.issue({ name: 'Hidden', isCA: true, issuerUrl: url })
    const own = await hidden.issue({ ...shop, issuerUrl: url, ocspUrl: url })
    served = own.der
    const { seen } = await runSsl(await tlsServer({ own }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ chainProblem: 'unknown-issuer', ocspStatus: 'unknown' })
    expect(requests).toBeLessThanOrEqual(2)
  })

  it('when the responder sends without end', async () => {
    const server = await httpServer((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 48)));
        response.once('drain', more)
      }
      more()
    })
    const own = await root.issue({ ...shop, ocspUrl: `http://127.0.0.1:${server.port}/` })
    const { seen } = await runSsl(await tlsServer({ own, sent: [root] }), toolsTrusting([root]))
    expect(seen.answer).toMatchObject({ ocspStatus: 'unknown' })
    await server.allClosed()
  })

  it('when it answers a handshake with random bytes', async () => {
    const server = await tcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.end(Buffer.concat([Buffer.from([22, 3, 3, 0, 200]), randomFillSync(Buffer.alloc(200))])),
      )
    })
    for (let round = 0; round < 20; round += 1)
      expect((await runSsl(server.port, toolsTrusting([root]))).seen.failure).toMatchObject({ kind: 'tls' })
    await server.allClosed()
  })
})

it('an OCSP response with any byte changed never says good, and never throws', async () => {
  const own = await root.issue(shop)
  const response = await root.ocspResponse(own, root, { status: 'revoked' })
  const [certificate, issuer] = [new X509Certificate(own.der), new X509Certificate(root.der)]
  expect(await readOcspResponse(response, certificate, issuer, Date.now())).toMatchObject({ status: 'revoked' })
  for (let at = 0; at < response.length; at += 3) {
    const changed = Buffer.from(response)
    changed[at] = (changed[at] ?? 0) ^ 0x81
    expect(await readOcspResponse(changed, certificate, issuer, Date.now())).not.toMatchObject({ status: 'good' })
  }
  const nested = Buffer.alloc(60_000, Buffer.from([0x30, 0x80]))
  expect(await readOcspResponse(nested, certificate, issuer, Date.now())).toHaveProperty('problem')
})
