import { expect, it, onTestFinished } from 'vitest'
import type { RunLimits } from '#contract'
import { evaluateRun } from '#evaluation'
import { httpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, probeTools, runFields } from '../../../tests/support/probe-tasks.ts'
import { late } from '../../../tests/support/late.ts'
import { LargeBodies } from './large-bodies.ts'
import { observe } from '../probes.ts'

const limitsOf = (changes: Partial<RunLimits>): RunLimits => ({ ...runFields.limits, ...changes })

it('a target that does not answer is given up a second after maxResponseTime, and fails by that limit', async () => {
  const server = await httpServer(() => {})
  const url = `http://127.0.0.1:${server.port}/`
  const task = { ...runFields, ...apiTask({ url, timeoutMs: 30_000 }), limits: limitsOf({ maxResponseTime: 100 }) }
  const seen = await observe(task, probeTools)
  const message = 'Expected a response in less than 100 ms, but there was none after 1100 ms.'
  expect(seen).toMatchObject({ answer: null, failure: { kind: 'timeout', code: 'ESOCKETTIMEDOUT', message } })
  expect(evaluateRun(task, seen)).toMatchObject({
    outcome: 'failed',
    overMaxResponseTime: true,
    reasons: [{ kind: 'max-response-time', message }],
  })
})

it('an answer within the second after maxResponseTime is reported with its status and its real time', async () => {
  const server = await httpServer((_, response) => void late(150, () => response.end('late')))
  const url = `http://127.0.0.1:${server.port}/`
  const task = { ...runFields, ...apiTask({ url }), limits: limitsOf({ maxResponseTime: 100 }) }
  const seen = await observe(task, probeTools)
  expect(seen).toMatchObject({ failure: null, answer: { status: 200, body: 'late' } })
  expect(evaluateRun(task, seen)).toMatchObject({
    overMaxResponseTime: true,
    reasons: [
      {
        kind: 'max-response-time',
        message: `Expected a response in less than 100 ms, but it took ${Math.round(Number(seen.responseTimeMs))} ms.`,
      },
    ],
  })
})

it('without maxResponseTime, or with one beyond it, the time limit of the run applies', async () => {
  const server = await httpServer(() => {})
  const url = `http://127.0.0.1:${server.port}/`
  for (const maxResponseTime of [null, 25_000]) {
    const task = { ...runFields, ...apiTask({ url, timeoutMs: 200 }), limits: limitsOf({ maxResponseTime }) }
    const seen = await observe(task, probeTools)
    expect(seen.failure?.message).toBe('No complete answer within 200 ms.')
    expect(evaluateRun(task, seen)).toMatchObject({ overMaxResponseTime: false, reasons: [{ kind: 'failure' }] })
  }
})

it('the wait for memory for a large body does not count against maxResponseTime', async () => {
  const server = await httpServer((_, response) => void response.end(Buffer.alloc(400_000, 120)))
  const bodies = new LargeBodies(1)
  const first = bodies.open('account', probeTools.clock)
  await first.admit()
  const largeBody = bodies.open('account', probeTools.clock)
  onTestFinished(() => largeBody.release())
  const url = `http://127.0.0.1:${server.port}/`
  const limits = limitsOf({ maxResponseTime: 5_000 })
  const task = { ...runFields, ...apiTask({ url, timeoutMs: 30_000 }), limits }
  const run = observe(task, { ...probeTools, largeBody })
  late(6_500, () => first.release())
  const seen = await run
  expect(seen).toMatchObject({ failure: null, answer: { status: 200 } })
  expect(evaluateRun(task, seen).outcome).toBe('passed')
})
