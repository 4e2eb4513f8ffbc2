import { describe, expect, it } from 'vitest'
import {
  answerOfAgentic,
  clickTurn,
  closingTurns,
  openingTurns,
  secretOfShop,
  useAgenticScene,
} from '../../../tests/support/agentic-scene.ts'
import { finishTurn, toolTurn } from '../../../tests/support/model-turns.ts'
import { isAgenticRunFailed } from '#contract'
import type { Observation, StoredAgenticScript } from '#contract'

const scene = useAgenticScene()
const exploring = [...openingTurns, clickTurn('Sign in'), ...closingTurns]

const storedOf = ({ learned }: Observation<'AGENTIC'>): StoredAgenticScript => {
  if (!learned?.script) throw new Error('Nothing was learned.')
  return { ...learned.script, id: '00000000-0000-7000-8000-000000000001', mayRepair: true }
}

it('explores once, then runs the script without a model, and repairs it when the page changed', async () => {
  const first = await scene.run({ turns: exploring })
  expect(answerOfAgentic(first)).toMatchObject({
    errors: [],
    assertions: [{ condition: 'The total of the basket is shown.', passed: true }],
  })
  const stored = storedOf(first)
  expect(stored.script).toContain('enter(page.getByRole("textbox"')
  const sent = JSON.stringify(scene.model()?.requests)
  for (const hidden of [secretOfShop, 'not-in-the-prompt']) expect(sent + stored.script).not.toContain(hidden)
  expect(sent).toContain('You are {{PASSWORD}}')

  const count = scene.model()?.requests.length
  const second = await scene.run({ stored })
  expect(isAgenticRunFailed(answerOfAgentic(second))).toBe(false)
  expect(scene.model()?.requests.length).toBe(count)

  scene.nameButton('Log in')
  const repair = [...openingTurns.slice(1), clickTurn('Log in'), ...closingTurns]
  const third = await scene.run({ stored, turns: repair })
  expect(answerOfAgentic(third)).toMatchObject({ errors: [], summary: expect.stringContaining('repaired') })
  expect(third.learned).toMatchObject({ base: stored.id, script: { script: expect.stringContaining('Log in') } })
})

describe('a script that fails', () => {
  const broken: StoredAgenticScript = {
    id: '00000000-0000-7000-8000-000000000002',
    script: `import { test, expect } from '@playwright/test'
import { open } from './agentic-tools'
test('follows the prompt', async ({ page }) => {
  await open(page, '{{SHOP}}/account')
  await test.step('Condition 1: The total is 99.', async () => { await expect(page.getByRole('paragraph').first()).toContainText('Total 99', { timeout: 500 }) })
})`,
    conditions: ['The total is 99.'],
    expectations: ['1: text "Total 99"'],
    needsBrowser: true,
    mayRepair: true,
  }

  it('keeps its error when the repair expects something else, and is not repaired again at once', async () => {
    const weaker = toolTurn(['assert', { condition: 1, kind: 'visible', target: { role: 'heading', name: 'Basket' } }])
    const seen = await scene.run({
      stored: broken,
      turns: [toolTurn(['navigate', { url: '{{SHOP}}/account' }]), weaker, finishTurn('passed')],
    })
    expect(answerOfAgentic(seen)).toMatchObject({
      assertions: [{ passed: false, actual: expect.stringContaining('Total 99') }],
      summary: expect.stringContaining('failed'),
    })
    expect(seen.learned).toEqual({ version: 'v1', base: broken.id, script: null })
    expect(seen.log.map(({ msg }) => msg).join()).toContain('no longer verifies')
    const again = await scene.run({ stored: { ...broken, mayRepair: false } })
    expect(isAgenticRunFailed(answerOfAgentic(again))).toBe(true)
    expect(scene.model()?.requests).toHaveLength(3)
  })
})
