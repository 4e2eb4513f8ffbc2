import { expect, test } from 'vitest'
import type { CheckDraft } from './check-draft.ts'
import { startOf, withAutomatic } from './check-start.ts'

const defaults: CheckDraft = {
  frequency: 0,
  frequencyOffset: 10,
  locations: ['us-east-1'],
  retryStrategy: null,
  tags: ['shop'],
  runtimeId: '2026.04',
}

test('a new check begins with the defaults of the account in place of those of its type', () => {
  expect(startOf('TCP', defaults)).toEqual({ name: '', request: { hostname: '', port: 443 }, ...defaults })
  expect(startOf('TCP', {})).toMatchObject({
    frequency: 5,
    locations: ['eu-west-1'],
    retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 },
  })
})

test('a type keeps its own where it cannot have the default', () => {
  expect(startOf('BROWSER', defaults)).toMatchObject({ frequency: 10, locations: ['us-east-1'] })
  expect(startOf('BROWSER', defaults)).not.toHaveProperty('frequencyOffset')
  expect(startOf('AGENTIC', { frequency: 2 })).toMatchObject({ frequency: 60 })
  expect(startOf('AGENTIC', { frequency: 5 })).toMatchObject({ frequency: 5 })
  expect(Object.keys(startOf('HEARTBEAT', defaults)).toSorted()).toEqual(['heartbeat', 'name', 'tags'])
})

test('channels that subscribe to every new check stay beside those of the defaults', () => {
  const one = { alertChannelId: 1, activated: false }
  expect(withAutomatic({ alertChannelSubscriptions: [one] }, [1, 2])).toEqual({
    alertChannelSubscriptions: [one, { alertChannelId: 2, activated: true }],
  })
  expect(withAutomatic({ tags: [] }, [2])).toEqual({ tags: [] })
})
