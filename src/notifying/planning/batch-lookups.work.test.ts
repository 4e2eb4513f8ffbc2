import { expect, it } from 'vitest'
import type { SubscribedChannel } from '#storage/alerts'
import { countedSteps } from '../../../tests/support/counted-steps.ts'
import { ActiveMaintenanceWindows } from '#management'
import { noEscalations } from './escalations.ts'
import { AlertBatch } from './alert-batch.ts'
import type { EffectiveCheck } from '#management'

// What the requests of one account multiply, counted with twice as much of it.

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`)

const subscription = (checkId: string, channelId: number): SubscribedChannel => ({
  channelId,
  type: 'EMAIL',
  checkId,
  groupId: null,
  activated: true,
  sendRecovery: true,
  sendFailure: true,
  sendDegraded: true,
  sslExpiry: false,
  sslExpiryThreshold: 30,
  pausedUntil: null,
  isReadByPeople: true,
  usedNames: [],
})

/** A check of which only the id is read. The cast is safe for `channelsOf`. */
const checkOf = (id: string): EffectiveCheck => ({ own: { id }, group: null }) as unknown as EffectiveCheck

function stepsOfChannels(checks: number): number {
  const ids = names('check', checks)
  const subscriptions = [1, 2, 3].flatMap((channelId) => ids.map((id) => subscription(id, channelId)))
  const batch = new AlertBatch(new Map(), new Map(), subscriptions, {
    encryption: { encrypt: (text) => text, decrypt: (text) => text, sign: (text) => text },
    nowMs: 0,
    publicUrl: '',
    maintenanceWindows: new ActiveMaintenanceWindows([], 0),
    groupMutes: new Map(),
    escalations: noEscalations,
  })
  const asked = ids.map(checkOf)
  let found = 0
  const steps = countedSteps(() => {
    for (const check of asked) found += batch.channelsOf(check).length
  })
  expect(found).toBe(3 * checks)
  return steps
}

it('twice as many checks and subscriptions of a batch of alerts take about twice the work', () => {
  stepsOfChannels(1)
  expect(stepsOfChannels(400)).toBeLessThan(2.3 * stepsOfChannels(200))
})
