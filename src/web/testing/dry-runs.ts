import type { Answer } from '../api/operations.ts'
import { sample } from './sample.ts'

type DryRun = Answer<'startDryRun'>
type Result = NonNullable<DryRun['result']>

const answer = {
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'application/json' },
  body: '{"status":"ok"}',
}

/** A run of an API or URL check that is not saved and passes, with another result where a test says so. */
export function aDryRun(fields: Partial<Result> = {}, status: DryRun['status'] = 'PASSED'): DryRun {
  const failed = status === 'FAILED'
  return sample('startDryRun', {
    checkType: 'API',
    runLocation: 'eu-west-1',
    status,
    result: {
      ...sample('getCheckResult'),
      hasFailures: failed,
      hasErrors: false,
      isDegraded: false,
      overMaxResponseTime: false,
      responseTime: 120,
      startedAt: '2026-11-26T10:00:00.000Z',
      stoppedAt: '2026-11-26T10:00:00.120Z',
      error: null,
      reasons: [],
      files: [],
      apiCheckResult: { response: answer, assertions: [] },
      ...fields,
    },
  })
}

/** As the service writes a run whose target did not respond. */
export const anUnansweredDryRun = (): DryRun =>
  aDryRun(
    { apiCheckResult: { response: { status: 0, statusText: '', body: '', headers: null }, assertions: [] } },
    'FAILED',
  )
