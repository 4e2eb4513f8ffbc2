import { expect, test } from 'vitest'
import { NextFlight } from './next-flight.ts'

test('nobody gets an answer that was begun before they asked, and one at a time is made', async () => {
  const flights = new NextFlight<number>()
  const begun: PromiseWithResolvers<number>[] = []
  const make = (): Promise<number> => {
    const one = Promise.withResolvers<number>()
    begun.push(one)
    return one.promise
  }
  const first = flights.ask('page', make)
  const [second, third] = [flights.ask('page', make), flights.ask('page', make)]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  expect(begun).toHaveLength(2)
  const fourth = flights.ask('page', make)
  begun[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  begun[2]?.reject(new Error('gone'))
  await expect(fourth).rejects.toThrow('gone')
  const fifth = flights.ask('page', make)
  begun[3]?.resolve(5)
  expect(await fifth).toBe(5)
})
