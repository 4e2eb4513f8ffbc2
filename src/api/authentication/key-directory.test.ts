import { expect, it } from 'vitest'
import { silentLog, TestClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { createKeyDirectory } from './key-directory.ts'

const database = useDatabase()

it('an answer about a key is remembered for five seconds, also that there is no such key', async () => {
  const clock = new TestClock()
  const keys = createKeyDirectory(database.db(), clock, silentLog)
  const first = keys.find('nobody')
  expect(first).toBeInstanceOf(Promise)
  expect(await first).toBe(null)
  expect(keys.find('nobody')).toBe(null)
  clock.advance(4999)
  expect(keys.find('nobody')).toBe(null)
  clock.advance(2)
  const later = keys.find('nobody')
  expect(later).toBeInstanceOf(Promise)
  await later
})
