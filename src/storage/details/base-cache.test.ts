import { expect, it } from 'vitest'
import { BaseCache } from './base-cache.ts'

const base = (id: string, bytes = 700) => ({ id, text: Buffer.alloc(bytes, 0xe9) })

it('bases are what they were, and the newest of a check counts', () => {
  const bases = new BaseCache(10_000)
  bases.set('a', base('1'))
  bases.set('a', base('2', 300))
  expect(bases.get('a')).toEqual(base('2', 300))
  expect(bases.get('b')).toBeUndefined()
})

it('when checks that take turns are twice as many as fit, most of those that fit keep their bases', () => {
  const bases = new BaseCache(100_000)
  const checks = Array.from({ length: 200 }, (_, index) => `check ${index}`)
  let found = 0
  for (let turn = 0; turn < 10; turn += 1)
    for (const check of checks)
      if (bases.get(check)) found += 1
      else bases.set(check, base(`${turn}`))
  expect(found).toBeGreaterThan(9 * 60)
  expect(found).toBeLessThan(9 * 100)
})

it('checks that are gone make room for new ones', () => {
  const bases = new BaseCache(100_000)
  for (let index = 0; index < 100; index += 1) bases.set(`old ${index}`, base('1'))
  for (let turn = 0; turn < 400; turn += 1)
    for (let index = 0; index < 50; index += 1) if (!bases.get(`new ${index}`)) bases.set(`new ${index}`, base('2'))
  const kept = Array.from({ length: 50 }, (_, index) => bases.get(`new ${index}`)).filter((one) => one !== undefined)
  expect(kept).toHaveLength(50)
})
