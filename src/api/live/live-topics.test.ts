import { expect, it } from 'vitest'
import { liveTopic, suiteOfFilter } from './live-topics.ts'

const account = '01a21c2b-32e9-7055-a7ad-ada036033e9b'
const other = '01a21c28-6dee-71d6-b6d9-98521026bbeb'
const suite = '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77'

it('a client follows one live run of its own account', () => {
  const filter = `account/${account}/ad-hoc-check-results/${suite.toUpperCase()}/+/+/+`
  expect(suiteOfFilter(filter, account)).toBe(suite)
  expect(liveTopic(filter, { sequenceId: 's', runId: 'r', subtopic: 'result' })).toBe(
    `account/${account}/ad-hoc-check-results/${suite.toUpperCase()}/s/r/result`,
  )
})

it.each([
  `account/${other}/ad-hoc-check-results/${suite}/+/+/+`,
  `account/+/ad-hoc-check-results/${suite}/+/+/+`,
  `account/${account}/ad-hoc-check-results/+/+/+/+`,
  `account/${account}/ad-hoc-check-results/${suite}/#`,
  `account/${account}/ad-hoc-check-results/${suite}/+/+`,
  `account/${account}/ad-hoc-check-results/${suite}/+/+/+/+`,
  `account/${account}/other/${suite}/+/+/+`,
  `$SYS/#`,
  '#',
  '',
])('nothing else can be followed: %s', (filter) => {
  expect(suiteOfFilter(filter, account)).toBe(null)
})
