import { expect, it } from 'vitest'
import type { CheckType, RunCondition, RunnerProblems } from '#contract'
import { whyNotRun } from './why-not-run.ts'

const isolation = 'It cannot isolate test files.'
const scripts = 'It cannot isolate scripts.'
const browser = 'It has no browser.'
const npm = 'It has no npm.'
const model = 'It has no model.'

interface Row {
  readonly type: CheckType
  readonly conditions: readonly RunCondition[]
  readonly runners: readonly RunnerProblems[]
  readonly reason: string | null
}
const row = (
  type: CheckType,
  conditions: readonly RunCondition[],
  runners: readonly RunnerProblems[],
  reason: string | null,
): Row => ({ type, conditions, runners, reason })
it.each<[what: string, row: Row]>([
  ['a type without needs runs everywhere', row('TCP', [], [{ isolation, browser }], null)],
  ['no runner has said anything', row('BROWSER', [], [], null)],
  ['the only runner lacks what the type needs', row('BROWSER', [], [{ browser }], browser)],
  ['the only runner lacks what another type needs', row('MULTI_STEP', [], [{ browser }], null)],
  ['one of several runners lacks nothing', row('BROWSER', [], [{ browser }, {}], null)],
  ['all runners lack something', row('BROWSER', [], [{ isolation, browser }, { browser }], isolation)],
  ['an API check without scripts needs nothing', row('API', [], [{ scripts }], null)],
  ['an API check with scripts needs their isolation', row('API', ['hasScripts'], [{ scripts }], scripts)],
  ['scripts of API checks need no network of their own', row('API', ['hasScripts'], [{ isolation }], null)],
  ['a prompt with a script needs no model', row('AGENTIC', [], [{ model }], null)],
  ['a prompt without a script needs a model', row('AGENTIC', ['hasNoLearnedScript'], [{ model }], model)],
  ['a prompt with a script needs isolation', row('AGENTIC', [], [{ isolation, model }], isolation)],
  ['a suite needs npm', row('PLAYWRIGHT', [], [{ npm }], npm)],
  ['a suite without Chromium needs none', row('PLAYWRIGHT', [], [{ browser }], null)],
  ['a suite with Chromium needs it', row('PLAYWRIGHT', ['usesChromium'], [{ browser }], browser)],
  [
    'other conditions of a check are no needs of it',
    row('API', ['hasNoLearnedScript', 'usesChromium'], [{ model, browser }], null),
  ],
])('%s', (_what, { type, conditions, runners, reason }) => {
  expect(whyNotRun(type, new Set(conditions), runners)).toBe(reason)
})
