import { afterAll, beforeAll, expect, it } from 'vitest'
import { aShop, npmLock, startSuiteMachine } from '../../../tests/support/suite-projects.ts'
import type { SuiteChanges, SuiteMachine } from '../../../tests/support/suite-projects.ts'

let machine: SuiteMachine
beforeAll(async () => void (machine = await startSuiteMachine()))
afterAll(() => machine.close())

const run = (changes: SuiteChanges) =>
  machine.run(aShop('package-lock.json', npmLock), { browsers: ['chromium'], ...changes })

it('says before it starts that its only browser is missing, or that there is no screen', async () => {
  const other = await run({ browsers: ['firefox'] })
  expect(other.end).toMatchObject({ outcome: 'failed', problem: expect.stringContaining('firefox'), report: null })
  const headed = await run({ testCommand: 'npx playwright test --headed' })
  expect(headed.end.problem).toContain('--headed')
  expect([other.log, headed.log]).toEqual(['', ''])
})

it('starts with Chromium although other browsers are named as well, and says which ones are missing', async () => {
  const { end, log } = await run({ browsers: ['chromium', 'firefox', 'webkit'], installCommand: 'exit 3' })
  expect(end.problem).toContain('exit code 3')
  expect(log).toContain('This machine has Chromium only: tests that open firefox or webkit fail.')
})

it('says which command of the installation failed', async () => {
  const { end } = await run({ installCommand: 'exit 3' })
  expect(end).toMatchObject({ outcome: 'failed', problem: 'The installation "exit 3" ended with exit code 3.' })
})
