import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import { offerTotp } from './totp.cjs'

type Totp = (name?: unknown, options?: Readonly<Record<string, unknown>>) => string

const totp: Totp = (...given) => (Reflect.get(globalThis, 'totp') as Totp)(...given)
const name = 'BELFRY_TEST_TOTP'
let machineTime = 0

beforeAll(async () => {
  const { directory } = await testRuntimes().get('2026.04')
  // The service is 10 s ahead of this machine.
  offerTotp(createRequire(`${directory}/package.json`), 10_000, () => machineTime)
})
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'totp')
  delete process.env[name]
})

function codeOf(value: string, options?: Readonly<Record<string, unknown>>): string {
  process.env[name] = value
  return totp(name, options)
}

const base32 = {
  sha1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  sha256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA====',
  sha512: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA=',
}

it('gives the codes of RFC 6238 at the time of the service', () => {
  machineTime = 59_000 - 10_000
  expect(codeOf(base32.sha1, { digits: 8 })).toBe('94287082')
  expect(codeOf(base32.sha256, { digits: 8, algorithm: 'SHA-256' })).toBe('46119246')
  expect(codeOf(base32.sha512, { digits: 8, algorithm: 'sha512' })).toBe('90693936')
  expect(codeOf(`otpauth://totp/x?secret=${base32.sha1}&digits=8&algorithm=SHA1`)).toBe('94287082')
  expect(codeOf(`otpauth://totp/x?secret=${base32.sha1}&period=60`)).toBe(codeOf(base32.sha1, { period: 60 }))
  machineTime = 1_234_567_890_000 - 10_000
  expect(codeOf('gezd gnbv gy3t qojq gezd gnbv gy3t qojq')).toBe('005924')
})

it.each([
  ['secret-1890', 'neither a base32 secret'],
  ['otpauth://totp/x?digits=8', 'not complete'],
  ['otpauth://totp/x?secret=18901890', 'not complete'],
  [`otpauth://hotp/x?secret=${base32.sha1}&counter=1`, 'by a counter'],
])('says what is wrong with "%s", without the value, where the script calls it', (value, problem) => {
  const error = errorOf(() => codeOf(value))
  expect(error.message).toContain(`totp("${name}"): `)
  expect(error.message).toContain(problem)
  expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(value)
  expect(error.stack?.split('\n')[1]).not.toContain('totp.cjs')
})

it('says which option is wrong, and that a name is missing', () => {
  expect(() => codeOf(base32.sha1, { algorithm: 'MD5' })).toThrow('SHA-1, SHA-256 or SHA-512')
  expect(() => codeOf(base32.sha1, { digits: 3 })).toThrow('from 6 to 10')
  expect(() => codeOf(base32.sha1, { period: 0 })).toThrow('from 1 to 3600')
  expect(() => totp()).toThrow('the name of a variable')
  expect(() => codeOf('')).toThrow('there is no such variable')
})

function errorOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It did not throw an error.')
}
