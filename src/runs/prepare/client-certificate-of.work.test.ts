import { expect, it } from 'vitest'
import type { ClientCertificate } from '#storage/checks'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { clientCertificateOf } from './client-certificate-of.ts'

/** The key names the pattern, so that a test can tell which was chosen. */
const certificate = (host: string, key = host, path: string | null = null): ClientCertificate => ({
  accountId: 'a',
  id: key,
  host,
  path,
  certificate: '',
  authority: null,
  key,
  passphrase: null,
  expiresAt: new Date(0),
  createdAt: new Date(0),
})
const chosen = (hosts: readonly string[], url: string): string | null =>
  clientCertificateOf(
    hosts.map((host) => certificate(host)),
    url,
  )?.key ?? null

it.each([
  ['a.example.com', 'https://a.example.com/path', true],
  ['a.example.com', 'https://A.EXAMPLE.com:8443/', true],
  ['a.example.com', 'http://a.example.com/', false],
  ['a.example.com:8443', 'https://a.example.com:8443/', true],
  ['a.example.com:8443', 'https://a.example.com/', false],
  ['a.example.com:443', 'https://a.example.com/', true],
  ['*.example.com', 'https://a.b.example.com/', true],
  ['*.example.com', 'https://example.com/', false],
  ['*.example.com', 'https://aXexample.com/', false],
  ['*.example.com', 'https://a.example.com.evil.test/', false],
  ['b?.example.com', 'https://b1.example.com/', true],
  ['b?.example.com', 'https://b.example.com/', false],
  ['*', 'no url', false],
])('a certificate for %s and the URL %s: %s', (host, url, fits) => {
  expect(chosen([host], url)).toBe(fits ? host : null)
})

it('a host written out beats wildcards, whichever is later', () => {
  const url = 'https://a.example.com/'
  expect(chosen(['*.example.com', 'a.example.com'], url)).toBe('a.example.com')
  expect(chosen(['a.example.com', '*.example.com'], url)).toBe('a.example.com')
})

it('of equals the first counts, which is the latest', () => {
  expect(chosen(['*.com', '*.example.com'], 'https://a.example.com/')).toBe('*.com')
  const twice = [certificate('a.test', 'late'), certificate('a.test', 'early')]
  expect(clientCertificateOf(twice, 'https://a.test/')?.key).toBe('late')
})

it.each([
  ['/partner', 'https://a.test/partner', true],
  ['/partner', 'https://a.test/partner/', true],
  ['/partner', 'https://a.test/partner/orders?page=1', true],
  ['/partner', 'https://a.test/partnership', false],
  ['/partner', 'https://a.test/', false],
  ['/partner', 'https://a.test/x/partner', false],
  ['/partner', 'https://a.test/partner/../x', false],
  ['/partner', 'https://a.test/Partner', false],
  ['/über uns', 'https://a.test/%C3%BCber%20uns/a', true],
])('a certificate for the path %s and the URL %s: %s', (path, url, fits) => {
  expect(clientCertificateOf([certificate('a.test', 'it', path)], url)?.key ?? null).toBe(fits ? 'it' : null)
})

it('a host written out beats a path, and the longest path the latest', () => {
  const url = 'https://a.test/one/two/three'
  const choose = (...some: ClientCertificate[]) => clientCertificateOf(some, url)?.key
  const paths = [
    certificate('a.test', 'all'),
    certificate('a.test', 'one', '/one'),
    certificate('a.test', 'two', '/one/two'),
  ]
  expect(choose(...paths)).toBe('two')
  expect(choose(certificate('*.test', 'wild', '/one/two'), certificate('a.test', 'host'))).toBe('host')
})

it('twice the wildcards and twice the host name take no more than four times the steps', () => {
  const steps = (wildcards: number) =>
    countedSteps(() => {
      const host = `${'a'.repeat(wildcards / 2)}.${'a'.repeat(wildcards / 2)}.b`
      expect(chosen(['*a'.repeat(wildcards)], `https://${host}/`)).toBeNull()
    })
  const once = steps(60)
  expect(once).toBeGreaterThan(1_000)
  expect(steps(120)).toBeLessThan(5 * once)
})
