import { expect, it } from 'vitest'
import type { CheckType, RunnerProblems } from '#contract'
import { whyNotRun } from './why-not-run.ts'

const isolation = 'It cannot isolate scripts.'
const browser = 'It has no browser.'

it.each<[what: string, type: CheckType, runners: readonly RunnerProblems[], reason: string | null]>([
  ['a type without needs runs everywhere', 'TCP', [{ isolation, browser }], null],
  ['no runner has said anything', 'BROWSER', [], null],
  ['the only runner lacks what the type needs', 'BROWSER', [{ browser }], browser],
  ['the only runner lacks what another type needs', 'MULTI_STEP', [{ browser }], null],
  ['one of several runners lacks nothing', 'BROWSER', [{ browser }, {}], null],
  ['all runners lack something', 'BROWSER', [{ isolation, browser }, { browser }], isolation],
])('%s: %s', (_what, type, runners, reason) => {
  expect(whyNotRun(type, runners)).toBe(reason)
})
