import { expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const encryption = createEncryption('the secret key of the operator')

it('a secret that is encrypted twice is written in two ways and read as one', () => {
  const [one, other] = [encryption.encrypt('hunter2'), encryption.encrypt('hunter2')]
  expect(one).not.toBe(other)
  expect([one, other].map(nonceOf)).toEqual([...new Set([one, other].map(nonceOf))])
  expect([one, other].map((text) => encryption.decrypt(text))).toEqual(['hunter2', 'hunter2'])
})

it('what was changed, or encrypted with another key, is not read', () => {
  const encrypted = encryption.encrypt('hunter2')
  const bytes = Buffer.from(encrypted.slice('v1:'.length), 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => encryption.decrypt(`v1:${bytes.toString('base64')}`)).toThrow('unable to authenticate data')
  expect(() => createEncryption('another key').decrypt(encrypted)).toThrow('unable to authenticate data')
})

const nonceOf = (encrypted: string): string =>
  Buffer.from(encrypted.slice('v1:'.length), 'base64').toString('hex', 0, 12)
