import { expect, it } from 'vitest'
import { nearestCertificate } from './nearest-certificate.ts'

const to = (url: string) => ({ method: 'GET', url, data: '', headers: {}, params: {} })

it('the certificate to alert about is the first to expire that any location saw, with its host', () => {
  const sent = to('https://shop.example/start')
  const here = { sent, sslDaysRemaining: 60 }
  expect(nearestCertificate([here])).toEqual({ sslDaysRemaining: 60, sslDomain: 'shop.example' })
  const there = { sent, sslDaysRemaining: 9, sslDomain: 'login.example' }
  expect(nearestCertificate([here, there, { sent }])).toEqual({ sslDaysRemaining: 9, sslDomain: 'login.example' })
  expect(nearestCertificate([{ sent, sslDaysRemaining: null }, {}])).toEqual({
    sslDaysRemaining: null,
    sslDomain: null,
  })
})
