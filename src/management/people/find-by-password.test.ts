import { expect, it } from 'vitest'
import { passwordTurns, randomId } from '#kernel'
import { insertUser, savePassword, updateUserEmail } from '#storage/accounts'
import { useDatabase } from '../../../tests/support/database.ts'
import { findByPassword } from './find-by-password.ts'
import { hashPassword } from './password-hash.ts'

const database = useDatabase()

async function aPerson(email: string, password: string): Promise<string> {
  const [id, createdAt] = [randomId(), new Date()]
  const hash = await hashPassword({ password, person: id })
  await insertUser(database.db(), { id, name: 'Ada', email, createdAt })
  await savePassword(database.db(), { userId: id, hash, updatedAt: createdAt })
  return id
}

/** Who is found, and how many passwords were hashed. */
async function found(email: string, password: string): Promise<readonly [id: string | null, hashed: number]> {
  const before = passwordTurns.counts.begun
  const person = await findByPassword(database.db(), { email, password })
  return [person?.id ?? null, passwordTurns.counts.begun - before]
}

it('one password is hashed for every address, known or not, while nobody shares one', async () => {
  const ada = await aPerson('ada@mail.example', 'the password of Ada')
  expect(await found('ADA@mail.example', 'the password of Ada')).toEqual([ada, 1])
  expect(await found('ada@mail.example', 'a wrong password')).toEqual([null, 1])
  expect(await found('nobody@mail.example', 'a wrong password')).toEqual([null, 1])
})

it('all people who share an address sign in, and every address takes as long as the one that most share', async () => {
  const address = 'shared@mail.example'
  const passwords = ['first', 'second', 'third', 'fourth'].map((name) => `the password of the ${name}`)
  const people: string[] = []
  for (const password of passwords) people.push(await aPerson(address, password))
  const single = await aPerson('single@mail.example', 'the password of one')
  for (const [index, password] of passwords.entries())
    expect(await found(address, password)).toEqual([people[index], 4])
  expect(await found(address, 'a wrong password')).toEqual([null, 4])
  expect(await found('single@mail.example', 'the password of one')).toEqual([single, 4])
  expect(await found('nobody@mail.example', 'a wrong password')).toEqual([null, 4])
  await updateUserEmail(database.db(), single, { email: address, isVerified: true })
  expect(await found('nobody@mail.example', 'a wrong password')).toEqual([null, 5])
})

it('whoever has proven the address is found before those who share it', async () => {
  const [address, password] = ['proven@mail.example', 'the same password']
  await aPerson(address, password)
  const proven = await aPerson('else@mail.example', password)
  await updateUserEmail(database.db(), proven, { email: address.toUpperCase(), isVerified: true })
  expect(await findByPassword(database.db(), { email: address, password })).toMatchObject({ id: proven })
})
