import Type from 'typebox'
import { Nullable, Strict } from '../../schema.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { measure, milliseconds, responseTime } from '../metrics.ts'
import { NoRequest } from '../request-fields.ts'
import { TestFile, testFileFields } from '../script-fields.ts'
import { example, examples } from './examples.ts'

export const Snapshots = () =>
  Type.Optional(
    Nullable(
      Type.Array(
        Strict({
          key: Type.String({ minLength: 1, maxLength: 1000 }),
          path: Type.String({ minLength: 1, maxLength: 1000 }),
        }),
        { maxItems: 1000 },
      ),
      { description: 'Golden files of visual comparisons.' },
    ),
  )

/** One Playwright test file. */
export const BROWSER = {
  slug: 'browser',
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
  fields: { ...testFileFields, script: TestFile(), snapshots: Snapshots() },
  loose: ['script'],
  result: { name: 'browserCheckResult', description: 'BROWSER.' },
  entitlement: null,
  analytics: {
    route: { segment: 'browser-checks', operation: 'getBrowserCheckAnalytics' },
    main: 'responseTime',
    mainMetric: 'responseTime',
    groupBy: ['runLocation', 'pageIndex'],
    metrics: [
      responseTime,
      milliseconds('TTFB', 'Time To First Byte', null),
      milliseconds('FCP', 'First Contentful Paint', null),
      milliseconds('LCP', 'Largest Contentful Paint', null),
      measure('CLS', 'Cumulative Layout Shift', 'score'),
      milliseconds('TBT', 'Total Blocking Time', null),
      measure('consoleErrors', 'Console Errors', 'count'),
      measure('networkErrors', 'Network Errors', 'count'),
      measure('userScriptErrors', 'User Script Errors', 'count'),
      measure('documentErrors', 'Document Errors', 'count'),
    ],
    prometheus: {
      names: ['browser_check_duration_seconds'],
      help: 'Durations of browser checks.',
      types: { responseTime: null },
    },
  },
} as const satisfies CheckTypeDescriptor
