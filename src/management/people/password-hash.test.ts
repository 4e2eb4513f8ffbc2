import { expect, it } from 'vitest'
import { hashPassword, isPassword } from './password-hash.ts'

const given = (password: string) => ({ password, person: 'somebody' })

it('a password is recognised by its hash, however its characters are composed, and no other is', async () => {
  const hash = await hashPassword(given('cafe\u0301 at the corner'))
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(await isPassword(given('caf\u00e9 at the corner'), hash)).toBe(true)
  expect(await isPassword(given('caf\u00e9 at the corner '), hash)).toBe(false)
})

it('two hashes of one password differ', async () => {
  expect(await hashPassword(given('the same password'))).not.toBe(await hashPassword(given('the same password')))
})

it('no password is right without a hash, or with one that cannot be read', async () => {
  expect(await isPassword(given(''), null)).toBe(false)
  expect(await isPassword(given('anything'), '$argon2id$v=19$m=1$broken')).toBe(false)
})
