import { describe, expect, it } from 'vitest'
import type { TracerouteAnswer } from '#contract'
import { evaluateRun } from '../evaluate-run.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { answers, assertionOf, observationOf, taskOf } from '../run-samples.ts'

const reached: TracerouteAnswer = answers.TRACEROUTE
const { finalHopLatency: _, ...unreached } = {
  ...reached,
  destinationReached: false,
  truncationReason: 'maxUnknownHops',
  hops: [
    { hop_number: 1, main_ip: '192.0.2.1', sent: 3, received: 2, loss_percentage: 33.33 },
    { hop_number: 2, main_ip: null, sent: 3, received: 0, loss_percentage: 100 },
  ],
} as const
const evaluate = (answer: TracerouteAnswer, task = taskOf('TRACEROUTE')) =>
  evaluateRun(task, observationOf<'TRACEROUTE'>(answer, { responseTimeMs: answer.finalHopLatency?.avg ?? 0 }))
const messagesOf = (answer: TracerouteAnswer): string =>
  evaluate(answer)
    .reasons.map(({ message }) => message)
    .join('\n')

describe('a route', () => {
  it('passes when it reaches its destination', () => {
    expect(evaluate(reached)).toMatchObject({ outcome: 'passed', reasons: [] })
  })

  it('fails when it does not, and says where it ended', () => {
    expect(evaluate(unreached).outcome).toBe('failed')
    expect(messagesOf(unreached)).toBe(
      'Expected a route to trace.example (203.0.113.7), but it was not reached within 2 hops: too many hops in a row did not answer (maxUnknownHops). The last that answered was 192.0.2.1, hop 1.',
    )
  })

  it.each([
    ['maxHops', 'further away than the 30 hops of maxHops'],
    ['timeout', 'the time limit passed before'],
    ['unreachable', '192.0.2.1 answered that it has no route'],
  ] as const)('that ends by %s says so', (truncationReason, text) => {
    const unreachable = '192.0.2.1 answered that it has no route'
    expect(messagesOf({ ...unreached, truncationReason, unreachable })).toContain(text)
  })

  it('fails when it is not reached whatever shouldFail says', () => {
    expect(evaluate(unreached, taskOf('TRACEROUTE', [], { shouldFail: true })).outcome).toBe('failed')
  })

  it.each([
    [19, 'degraded'],
    [20, 'degraded'],
    [21, 'passed'],
  ] as const)('with an average of 20 ms and a degraded limit of %i ms is %s', (degradedResponseTime, outcome) => {
    const limits = { ...taskOf('TRACEROUTE').limits, degradedResponseTime }
    expect(evaluate(reached, taskOf('TRACEROUTE', [], { limits })).outcome).toBe(outcome)
  })

  it.each([
    ['RESPONSE_TIME', '', '20'],
    ['RESPONSE_TIME', 'avg', '20'],
    ['RESPONSE_TIME', 'min', '10'],
    ['RESPONSE_TIME', 'max', '30'],
    ['RESPONSE_TIME', 'stdDev', '8.165'],
    ['HOP_COUNT', '', '2'],
    ['PACKET_LOSS', '', '0'],
  ] as const)('is asserted on by %s %s, which is %s', (source, property, value) => {
    const assertions = [value, '1000'].map((target) => assertionOf(source, 'EQUALS', { property, target }))
    const verdict = evaluate(reached, taskOf('TRACEROUTE', assertions))
    expect(verdict.assertions).toMatchObject([
      { passed: true, actual: value },
      { passed: false, actual: value },
    ])
  })

  it('has the loss of its last hop and no response time while it is not reached', () => {
    const assertions = [
      assertionOf('PACKET_LOSS', 'EQUALS', { target: '100' }),
      assertionOf('RESPONSE_TIME', 'LESS_THAN', { target: '5' }),
    ]
    const verdict = evaluate(unreached, taskOf('TRACEROUTE', assertions))
    expect(verdict.assertions).toMatchObject([
      { passed: true },
      { passed: false, error: expect.stringContaining('not reached') },
    ])
  })

  it('is stored without secrets in the names of its hosts', () => {
    const task = taskOf('TRACEROUTE', [], { secrets: ['trace'] })
    const observation = observationOf<'TRACEROUTE'>(reached)
    const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
    expect(JSON.stringify(hidden.observation.answer)).not.toContain('trace.example')
  })
})
