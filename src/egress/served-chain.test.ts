import { X509Certificate } from 'node:crypto'
import { expect, it } from 'vitest'
import { days, IssuedCertificate } from '../../tests/support/certificate-authority.ts'
import { chainExpiry } from './served-chain.ts'

it('a chain is as old as its first certificate, but for roots and for what a trusted chain does not need', async () => {
  const root = await IssuedCertificate.selfSigned({ name: 'Root', isCA: true, notAfter: days(5) })
  const above = await root.issue({ name: 'Above', isCA: true, notBefore: days(-9), notAfter: days(-3) })
  const own = await above.issue({ name: 'shop.test', notAfter: days(60) })
  const chain = [own, above, root].map(({ cert }) => new X509Certificate(cert))
  const about = (isTrusted: boolean) => chainExpiry(chain, { isTrusted, nowMs: Date.now() })
  expect(about(true)?.above).toBeNull()
  expect(about(false)?.above).toBe('Above')
  const validTo = new Date(chain[0]?.validTo ?? '').toISOString()
  expect(about(false)?.host).toEqual({ issuer: 'CN=Above', validTo })
  expect(chainExpiry([], { isTrusted: true, nowMs: 0 })).toBeNull()
})
