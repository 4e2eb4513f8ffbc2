import { expect, it } from 'vitest'
import { createSecureContexts } from './secure-contexts.ts'

it('each identity has one TLS context, and the hundred used last are kept', () => {
  const contextFor = createSecureContexts(undefined)
  const [common, first] = [contextFor(), contextFor({ passphrase: '0' })]
  expect(contextFor({ passphrase: '0' })).toBe(first)
  expect(first).not.toBe(common)
  for (let other = 1; other <= 99; other += 1) {
    contextFor({ passphrase: String(other) })
    expect(contextFor()).toBe(common)
  }
  expect(contextFor({ passphrase: '0' })).not.toBe(first)
})

it('an identity that cannot be read is an error each time', () => {
  const contextFor = createSecureContexts(undefined)
  const identity = { certificate: 'no certificate', key: 'no key' }
  expect(() => contextFor(identity)).toThrow(/PEM/i)
  expect(() => contextFor(identity)).toThrow(/PEM/i)
})
