import { expect, test } from 'vitest'
import { checkTypes, sentTraceIdOf, traceIdOf } from '#contract'
import type { RunTask } from '#contract'
import { traceVariables, withTrace } from './with-trace.ts'

const id = '0195a1b2-c3d4-7e5f-8a6b-0123456789ab'
const taskOf = (checkType: 'API' | 'TCP', headers: readonly object[] = []): RunTask =>
  Object({
    id,
    checkType,
    request: { ...checkTypes[checkType].shapes.sample.request, ...(checkType === 'API' && { headers }) },
  })
const headersOf = ({ request }: RunTask): Record<string, string> =>
  Object.fromEntries(('headers' in request ? request.headers : []).map(({ key, value }) => [key, value]))

test('a run over HTTP sends the trace that has the id of its result, and says who sends it', () => {
  const headers = headersOf(withTrace(taskOf('API', [{ key: 'x-team', value: 'shop', locked: false }]), 'service'))
  expect(headers).toEqual({
    'x-team': 'shop',
    traceparent: '00-0195a1b2c3d47e5f8a6b0123456789ab-8a6b0123456789ab-01',
    tracestate: 'service=true',
  })
  expect(sentTraceIdOf({ request: { headers } })).toBe(traceIdOf(id))
})

test('the trace of a script is that of its first request with one, at any depth of its steps', () => {
  const [traceparent] = Object.values(headersOf(withTrace(taskOf('API'), 'service')))
  const request = { headers: { traceparent } }
  const plain = { request: { headers: {} }, steps: [] }
  const stored = { tests: [{ steps: [plain] }, { steps: [{ steps: [plain, { request, steps: [] }] }] }] }
  expect(sentTraceIdOf(stored)).toBe(traceIdOf(id))
  expect(sentTraceIdOf({ tests: [{ steps: [plain] }] })).toBe(null)
})

test('a check that sends a trace itself keeps it', () => {
  const task = taskOf('API', [{ key: 'Traceparent', value: '00-1-2-01', locked: false }])
  expect(withTrace(task, 'service')).toBe(task)
})

test('nothing is added to other types, and to none while it is off', () => {
  const [tcp, api] = [taskOf('TCP'), taskOf('API')]
  expect(withTrace(tcp, 'service')).toBe(tcp)
  expect(withTrace(api, null)).toBe(api)
})

test('scripts find the trace in variables, in drop-in mode also by the names of the hosted product', () => {
  const names = (isDropIn: boolean): string[] => Object.keys(traceVariables(id, 'service', isDropIn))
  expect(names(false)).toEqual(['SERVICE_TRACE_ID', 'SERVICE_TRACEPARENT', 'SERVICE_TRACESTATE'])
  expect(names(true)).toContain('CHECKLY_TRACEPARENT')
})
