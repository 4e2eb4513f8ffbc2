import { expect, it } from 'vitest'
import { checkTypes } from '#contract'
import type { GrpcAnswer } from '#contract'
import { describeResult } from '../describe-result.ts'
import { evaluateRun } from '../evaluate-run.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { answers, assertionOf, failedObservation, observationOf, taskOf } from '../run-samples.ts'

const { request } = checkTypes.GRPC.shapes.sample
const behavior = { ...request, grpcConfig: { ...request.grpcConfig, mode: 'BEHAVIOR' } } as const
const seen = (fields: Partial<GrpcAnswer>) => observationOf<'GRPC'>({ ...answers.GRPC, ...fields })
const verdict = (fields: Partial<GrpcAnswer>, ...assertions: Parameters<typeof assertionOf>[]) =>
  evaluateRun(
    taskOf(
      'GRPC',
      assertions.map((one) => assertionOf(...one)),
    ),
    seen(fields),
  )

const code = (target: string): Parameters<typeof assertionOf> => ['GRPC_STATUS_CODE', 'EQUALS', { target }]
const health = (target: string): Parameters<typeof assertionOf> => ['GRPC_HEALTHCHECK_STATUS', 'EQUALS', { target }]

it.each([
  ['SERVING passes', {}, [], 'passed'],
  ['NOT_SERVING fails', { healthStatus: 2 }, [], 'failed'],
  ['NOT_SERVING passes when it is asserted', { healthStatus: 2 }, [health('2')], 'passed'],
  ['another status than OK fails', { grpcStatusCode: 14, healthStatus: null }, [], 'failed'],
  [
    'another status than OK passes when it is asserted',
    { grpcStatusCode: 14, healthStatus: null },
    [code('14')],
    'passed',
  ],
  ['an unknown service fails', { grpcStatusCode: 5, healthStatus: 3 }, [], 'failed'],
  ['an unknown service passes when that is asserted', { grpcStatusCode: 5, healthStatus: 3 }, [health('3')], 'passed'],
  ['an assertion on the status does not excuse the health', { healthStatus: 2 }, [code('0')], 'failed'],
] as const)('%s', (_, answer, assertions, outcome) => {
  expect(verdict(answer, ...assertions).outcome).toBe(outcome)
})

it('a call of a method passes without a health status, and an assertion on one says why there is none', () => {
  const observation = seen({ healthStatus: null })
  expect(evaluateRun(taskOf('GRPC', [], { request: { ...behavior, assertions: [] } }), observation).outcome).toBe(
    'passed',
  )
  const [outcome] = verdict({ healthStatus: null }, health('1')).assertions
  expect(outcome?.error).toContain('There is no health status')
})

it('neither secrets nor the values of headers with credentials are in a result', () => {
  const metadata = [{ key: 'authorization', value: 'Bearer abc' }]
  const config = { ...request.grpcConfig, metadata, message: '{"key":"s3cr3t"}' }
  const task = taskOf('GRPC', [], { secrets: ['s3cr3t'], request: { ...request, grpcConfig: config, assertions: [] } })
  const observation = seen({
    responseMessage: '{"key":"s3cr3t"}',
    grpcStatusMessage: 'no s3cr3t',
    metadata: [...metadata, { key: 'x-s3cr3t', value: 's3cr3t' }],
  })
  const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
  const text = JSON.stringify(describeResult(task, hidden.observation, hidden.verdict))
  expect(text).not.toContain('s3cr3t')
  expect(text).not.toContain('Bearer abc')
})

it.each([
  ['connect', 14],
  ['timeout', 4],
  ['protocol', 13],
] as const)('a run that ended with a failure of kind %s has the status that clients report', (kind, expected) => {
  const task = taskOf('GRPC')
  const observation = failedObservation<'GRPC'>({ kind })
  const detail = describeResult(task, observation, evaluateRun(task, observation))
  expect(detail).toMatchObject({ grpcCheckResult: { grpcStatusCode: expected, response: null } })
})
