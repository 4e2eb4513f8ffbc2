import { expect, it } from 'vitest'
import { checkTypes } from '#contract'
import type { SslConfig } from '#contract'
import type { ClientCertificate } from '#storage/checks'
import { clientCertificateForRequest } from './client-certificate-for-request.ts'

const certificate = (id: string, host: string, path: string | null = null): ClientCertificate => ({
  accountId: 'a',
  id,
  host,
  path,
  certificate: '',
  authority: null,
  key: id,
  passphrase: null,
  expiresAt: new Date(0),
  createdAt: new Date(0),
})
const certificates = [certificate('of host', 'a.example:8443'), certificate('other', 'b.example')]

function chosen(config: Partial<SslConfig>, sslClientCertificateId: string | null = null) {
  const { request } = checkTypes.SSL.shapes.sample
  const sslConfig = { ...request.sslConfig, hostname: 'a.example', port: 8443, ...config }
  const found = clientCertificateForRequest(certificates, 'SSL', { ...request, sslConfig, sslClientCertificateId })
  return found === null || found === 'missing' ? found : found.key
}

it('a handshake presents the certificate of the host, unless the check names another', () => {
  expect(chosen({})).toBe('of host')
  expect(chosen({ port: 443 })).toBeNull()
  expect(chosen({ clientCertificateMode: 'explicit' }, 'other')).toBe('other')
  expect(chosen({}, 'other')).toBe('other')
  expect(chosen({ clientCertificateMode: 'auto' }, 'other')).toBe('of host')
  expect(chosen({ clientCertificateMode: 'explicit' }, 'gone')).toBe('missing')
})

it('a handshake never presents a certificate of one path', () => {
  const { request } = checkTypes.SSL.shapes.sample
  const found = clientCertificateForRequest([certificate('path', '*', '/partner')], 'SSL', request)
  expect(found).toBeNull()
})
