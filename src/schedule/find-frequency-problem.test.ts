import { describe, expect, it } from 'vitest'
import type { CheckType } from '#contract'
import { Fault } from '#kernel'
import { findFailingFrequencyProblem, findFrequencyProblem } from './find-frequency-problem.ts'

const accepted: readonly (readonly [number, number | null | undefined])[] = [
  [0, 10],
  [0, 20],
  [0, 30],
  [1, undefined],
  [1, null],
  [1, 1],
  [1, 10],
  [10, 100],
  [60, 600],
  [120, 2],
  [180, 3],
  [720, 12],
  [1440, 24],
]

const rejected: readonly (readonly [number, number | null | undefined])[] = [
  [0, undefined],
  [0, null],
  [0, 0],
  [0, 15],
  [0, 40],
  [1, 0],
  [1, -1],
  [1, 11],
  [1, 1.5],
  [1, Number.NaN],
  [60, 601],
  [120, 3],
  [1440, 25],
]

describe('findFrequencyProblem', () => {
  it.each(accepted)('accepts frequency %s with offset %s', (frequency, frequencyOffset) => {
    expect(
      findFrequencyProblem({
        checkType: 'TCP',
        frequency,
        ...(frequencyOffset === undefined ? {} : { frequencyOffset }),
      }),
    ).toBeNull()
  })

  it.each(rejected)('rejects frequency %s with offset %s', (frequency, frequencyOffset) => {
    const problem = findFrequencyProblem({
      checkType: 'API',
      frequency,
      ...(frequencyOffset === undefined ? {} : { frequencyOffset }),
    })
    expect(problem?.code).toBe('FREQUENCY_OFFSET_INVALID')
  })

  it('names the allowed values in the message of the fault', () => {
    const problem = findFrequencyProblem({ checkType: 'DNS', frequency: 5, frequencyOffset: 51 })
    if (!problem) throw new Error('expected a problem')
    expect(new Fault(problem.code, { values: problem.values }).message).toBe(
      'frequencyOffset 51 does not fit frequency 5: use a whole number from 1 to 50, or leave it out.',
    )
  })

  it('names the requirements of sub-minute schedules', () => {
    const problem = findFrequencyProblem({ checkType: 'API', frequency: 0 })
    if (!problem) throw new Error('expected a problem')
    expect(new Fault(problem.code, { values: problem.values }).message).toBe(
      'frequencyOffset null does not fit frequency 0: use 10, 20 or 30, the seconds between runs.',
    )
  })

  const subMinuteProblem = (checkType: CheckType, isDropIn: boolean) =>
    findFrequencyProblem({ checkType, frequency: 0, frequencyOffset: 10 }, isDropIn)?.code ?? null

  it.each(['API', 'TCP'] as const)('accepts sub-minute schedules of %s checks', (checkType) => {
    expect(subMinuteProblem(checkType, false)).toBeNull()
  })

  it.each(['URL', 'DNS', 'ICMP', 'SSL', 'GRPC', 'TRACEROUTE'] as const)(
    'accepts sub-minute schedules of %s checks in drop-in mode only',
    (checkType) => {
      expect(subMinuteProblem(checkType, true)).toBeNull()
      expect(subMinuteProblem(checkType, false)).toBe('FREQUENCY_NOT_ALLOWED')
    },
  )

  it.each(['BROWSER', 'MULTI_STEP', 'PLAYWRIGHT', 'AGENTIC'] as const)(
    'rejects sub-minute schedules of %s checks',
    (checkType) => {
      expect(subMinuteProblem(checkType, true)).toBe('FREQUENCY_NOT_ALLOWED')
    },
  )

  it('does not validate the frequency of a heartbeat, which is not scheduled', () => {
    expect(findFrequencyProblem({ checkType: 'HEARTBEAT', frequency: 0 })).toBeNull()
  })
})

describe('findFailingFrequencyProblem', () => {
  it.each([
    ['TCP', 10, true],
    ['URL', 30, false],
    ['URL', 60, true],
    ['BROWSER', 30, false],
    ['AGENTIC', 120, false],
    ['AGENTIC', 300, true],
    ['HEARTBEAT', 10, true],
  ] as const)('of %s checks every %d seconds while failing: allowed is %s', (checkType, seconds, isAllowed) => {
    expect(findFailingFrequencyProblem({ checkType, seconds }) === null).toBe(isAllowed)
  })

  it('allows drop-in types in drop-in mode, and every check to have none', () => {
    expect(findFailingFrequencyProblem({ checkType: 'URL', seconds: 10 }, true)).toBeNull()
    expect(findFailingFrequencyProblem({ checkType: 'BROWSER', seconds: null })).toBeNull()
  })
})
