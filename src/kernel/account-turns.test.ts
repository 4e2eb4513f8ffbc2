import { expect, test } from 'vitest'
import { AccountTurns } from './account-turns.ts'

test('two accounts work at once, each on one thing at a time, and no account waits for the second thing of another', async () => {
  const turns = new AccountTurns(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string): Promise<void> =>
    turns.run(name.slice(0, 1), () => {
      begun.push(name)
      return new Promise((resolve) => ends.set(name, resolve))
    })
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => ({ name, done: start(name) }))
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.()
    await all.find((one) => one.name === name)?.done
  }
  expect(begun).toEqual(['a1', 'b1'])
  await end('b1')
  expect(begun.slice(2)).toEqual(['c1'])
  await end('a1')
  expect(begun.slice(3)).toEqual(['a2'])
  await end('c1')
  expect(begun.slice(4)).toEqual(['b2'])
  await end('a2')
  expect(begun.slice(5)).toEqual(['a3'])
  await Promise.all([end('a3'), end('b2')])
})

test('work that fails lets the next one begin', async () => {
  const turns = new AccountTurns(1)
  const failing = turns.run('a', () => Promise.reject(new Error('broken')))
  const next = turns.run('b', async () => 'read')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('read')
})
