import { beforeAll, expect, it } from 'vitest'
import { days, IssuedCertificate } from '../../../tests/support/certificate-authority.ts'
import { httpsServer } from '../../../tests/support/local-servers.ts'
import { apiTask } from '../../../tests/support/probe-tasks.ts'
import { toolsTrusting } from '../../../tests/support/ssl-scene.ts'
import { probeHttp } from './probe-http.ts'

let root: IssuedCertificate
beforeAll(async () => {
  root = await IssuedCertificate.selfSigned({ name: 'Test root', isCA: true, notAfter: days(5) })
})

const probe = (url: string, followRedirects = true) =>
  probeHttp(apiTask({ url, followRedirects }), toolsTrusting([root]))

/** A server for both hosts of this machine whose path `/to/…` redirects to a URL. */
async function site(own: IssuedCertificate, above: readonly IssuedCertificate[] = []): Promise<number> {
  const cert = [own, ...above].map((one) => one.cert).join('')
  const { port } = await httpsServer({ cert, key: own.key }, ({ url = '' }, response) => {
    const location = decodeURIComponent(url.slice('/to/'.length))
    if (url.startsWith('/to/')) response.writeHead(302, { location })
    response.end()
  })
  return port
}
const to = (port: number, url: string, host = 'localhost') => `https://${host}:${port}/to/${encodeURIComponent(url)}`

it('every https host of a redirect chain counts, and the first certificate to expire is named', async () => {
  const hosts = ['localhost', '127.0.0.1']
  const long = await site(await root.issue({ name: 'long', hosts, notAfter: days(300.5) }))
  const short = await site(await root.issue({ name: 'short', hosts, notAfter: days(20.5) }))
  const last = `https://localhost:${long}/`
  const seen = await probe(to(long, to(short, last, '127.0.0.1')))
  expect(seen).toMatchObject({ answer: { status: 200 }, sslDaysRemaining: 20, sslDomain: '127.0.0.1' })
  expect(seen.certificates).toEqual([
    { host: 'localhost', issuer: 'CN=Test root', validTo: expect.stringMatching(/^20.*Z$/) },
    { host: '127.0.0.1', issuer: 'CN=Test root', validTo: expect.stringMatching(/^20.*Z$/) },
  ])
  const first = await probe(to(short, last))
  expect(first.sslDaysRemaining).toBe(20)
  expect(first).not.toHaveProperty('sslDomain')
  expect((await probe(to(long, last), false)).sslDaysRemaining).toBe(300)
})

it('a certificate above that of the host counts when it expires first, and the log names it', async () => {
  const above = await root.issue({ name: 'Test intermediate', isCA: true, notAfter: days(9.5) })
  const own = await above.issue({ name: 'localhost', hosts: ['localhost'], notAfter: days(60.5) })
  const seen = await probe(`https://localhost:${await site(own, [above])}/`)
  expect(seen).toMatchObject({ answer: { status: 200 }, sslDaysRemaining: 9 })
  expect(seen.log.map(({ msg }) => msg)).toEqual([
    expect.stringMatching(/^Above the certificate of localhost, that of Test intermediate expires before it, on 20/),
  ])
})

it('a certificate that names its host in the common name alone is made for no host', async () => {
  const own = await root.issue({ name: 'localhost' })
  const { failure } = await probe(`https://localhost:${await site(own)}/`)
  expect(failure).toMatchObject({
    kind: 'tls',
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    message: expect.stringContaining('no subject alternative name'),
  })
})
