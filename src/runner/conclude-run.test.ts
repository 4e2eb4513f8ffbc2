import { expect, it } from 'vitest'
import type { RunTask } from '#contract'
import { apiTask } from '../../tests/support/probe-tasks.ts'
import { concludeRun } from './conclude-run.ts'

it('the certificates of a run are stored beside what the API answers of it, without secrets, and not reported twice', () => {
  const parts: object = { ...apiTask({}), id: 'task', leaseToken: 'lease', secrets: ['topsecretvalue'], limits: {} }
  const certificates = [{ host: 'shop.example', issuer: 'CN=topsecretvalue', validTo: '2026-12-01T00:00:00.000Z' }]
  const times = { startedAt: 0, stoppedAt: 1, responseTimeMs: 1, log: [] }
  const observation = { ...times, answer: null, failure: null, certificates }
  const verdict = { outcome: 'failed', reasons: [], assertions: [], overMaxResponseTime: false } as const
  const { detail, observation: reported } = concludeRun(parts as RunTask, observation, verdict)
  expect(detail).toMatchObject({ certificates: [{ host: 'shop.example', validTo: '2026-12-01T00:00:00.000Z' }] })
  expect(JSON.stringify([detail, reported])).not.toContain('topsecretvalue')
  expect(detail['apiCheckResult']).not.toHaveProperty('certificates')
  expect(reported).not.toHaveProperty('certificates')
})
