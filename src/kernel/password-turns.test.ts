import { expect, it } from 'vitest'
import { PasswordTurns } from './password-turns.ts'

/** Work that ends when it is told to, and how much of it runs. */
function works() {
  const running: { readonly name: string; readonly end: () => void }[] = []
  const work = (name: string) => async (): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    running.push({ name, end: resolve })
    await promise
    return name
  }
  return { running, work }
}

it('of thirty pieces of work two run at a time, in order, and all are done', async () => {
  const turns = new PasswordTurns({ running: 2, waiting: 30 })
  const { running, work } = works()
  const done = Array.from({ length: 30 }, (_, index) => turns.run('one', work(String(index))))
  for (let ended = 0; ended < 30; ended += 1) {
    await expect.poll(() => running.length).toBe(Math.min(ended + 2, 30))
    running[ended]?.end()
  }
  expect(await Promise.all(done)).toEqual(running.map(({ name }) => name))
})

it('when too many wait, the group with the most loses its newest, and groups take turns', async () => {
  const turns = new PasswordTurns({ running: 1, waiting: 3 })
  const { running, work } = works()
  const many = ['a1', 'a2', 'a3', 'a4'].map((name) => turns.run('a', work(name)))
  const other = turns.run('b', work('b1'))
  await expect(many[3]).rejects.toMatchObject({ code: 'TOO_MANY_PASSWORDS' })
  for (let ended = 0; ended < 4; ended += 1) {
    await expect.poll(() => running.length).toBe(ended + 1)
    running[ended]?.end()
  }
  expect(await other).toBe('b1')
  expect(running.map(({ name }) => name)).toEqual(['a1', 'a2', 'b1', 'a3'])
})

it('work that fails leaves its place', async () => {
  const turns = new PasswordTurns({ running: 1, waiting: 1 })
  const failing = turns.run('one', () => Promise.reject(new Error('broken')))
  await expect(failing).rejects.toThrow('broken')
  expect(await turns.run('one', async () => 'done')).toBe('done')
})
