import { expect, it } from 'vitest'
import { Deadline } from '#egress'
import { TestClock } from '#kernel'
import { addressesInTurn } from './addresses-in-turn.ts'

const lookAt = async (codes: Readonly<Record<string, string | null>>, lookMs = 0) => {
  const clock = new TestClock()
  const deadline = new Deadline(clock, 1000)
  const asked: string[] = []
  const at = (address: string, isLast: boolean) => {
    asked.push(isLast ? `${address} at last` : address)
    clock.advance(lookMs)
    return Promise.resolve(address)
  }
  const errorOf = (address: string) => codes[address] ?? null
  const { outcome, tried } = await addressesInTurn(Object.keys(codes), { at, errorOf }, deadline)
  return { outcome, asked, tried }
}

it('ends at the first address that answers', async () => {
  const seen = await lookAt({ a: 'ETIMEDOUT', b: null, c: null })
  expect(seen.outcome).toBe('b')
  expect(seen.asked).toEqual(['a', 'b'])
  expect(seen.tried).toEqual([
    { address: 'a', error: 'ETIMEDOUT' },
    { address: 'b', error: null },
  ])
})

it('has the outcome of the first address when none answers, after ten at most', async () => {
  const codes = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`a${index}`, 'EHOSTUNREACH']))
  const { outcome, asked } = await lookAt(codes)
  expect([outcome, asked.length, asked.at(-1)]).toEqual(['a0', 10, 'a9 at last'])
})

it('asks no other address when the time is over', async () => {
  expect((await lookAt({ a: 'ETIMEDOUT', b: null }, 1000)).asked).toEqual(['a'])
})
