import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { scriptAnalytics } from '../metrics.ts'
import { NoRequest } from '../request-fields.ts'
import { TestFile, testFileFields } from '../script-fields.ts'
import { example, examples } from './examples.ts'

/** One Playwright test file without a browser; needs a runtime that knows it. */
export const MULTI_STEP = {
  slug: 'multistep',
  article: 'a',
  execution: 'none',
  shapes: shapes({}),
  request: NoRequest,
  sources: [],
  limits: null,
  target: null,
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: null,
  subMinute: false,
  queue: 'main',
  code: 'test file',
  needsMultiStepRuntime: true,
  fields: { ...testFileFields, script: TestFile() },
  loose: ['script'],
  result: { name: 'multiStepCheckResult', description: 'MULTI_STEP.' },
  entitlement: null,
  analytics: {
    ...scriptAnalytics,
    route: { segment: 'multistep-checks', operation: 'getMultistepCheckAnalytics' },
    prometheus: {
      names: ['multistep_check_duration_seconds'],
      help: 'Durations of multistep checks.',
      types: { responseTime: null },
    },
  },
} as const satisfies CheckTypeDescriptor
