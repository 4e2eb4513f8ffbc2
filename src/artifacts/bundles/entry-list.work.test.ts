import { expect, it } from 'vitest'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { EntryList } from './entry-list.ts'

/** The steps of looking for what lies below a link among files, each in directories of its own from the top. */
function stepsOf(entries: number, depth: number): number {
  const list = new EntryList()
  list.add({ path: 'link', type: 'SymbolicLink', target: 'elsewhere' })
  for (let index = 0; index < entries; index += 1)
    list.add({ path: `${index.toString(36)}/${'ab/'.repeat(depth)}file`, type: 'File', target: undefined })
  return countedSteps(() => expect(list.entryBelowLink()).toBeNull())
}

it('twice as many entries of an archive take about twice the work', () => {
  expect(stepsOf(8_000, 90)).toBeLessThan(2.3 * stepsOf(4_000, 90))
})

it('how deep the entries of an archive lie does not multiply the work', () => {
  expect(stepsOf(4_000, 90)).toBeLessThan(1.2 * stepsOf(4_000, 5))
})
