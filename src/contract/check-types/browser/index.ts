import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { measure, milliseconds, responseTime } from '../metrics.ts'
import { scriptSample } from '../script-answer.ts'
import type { ScriptAnswer } from '../script-answer.ts'
import { Snapshots, TestFile, testFileFields } from '../script-fields.ts'
import { BrowserCheckResultSchema } from '../script-result.ts'
import { testFileType } from '../script-type.ts'
import { example, examples, firstScript } from './examples.ts'

/** One Playwright test file. */
export const BROWSER = {
  ...testFileType,
  needs: [...testFileType.needs, 'browser'],
  slug: 'browser',
  construct: 'BrowserCheck',
  shapes: shapes<{ answer: ScriptAnswer }>({ answer: scriptSample }),
  example,
  examples,
  form: { start: { frequency: 10, script: firstScript } },
  fields: { ...testFileFields, script: TestFile(), snapshots: Snapshots() },
  result: {
    name: 'browserCheckResult',
    schema: BrowserCheckResultSchema,
    description: 'BROWSER: pages with web vitals, tests with steps, errors, log, files.',
  },
  analytics: {
    route: { segment: 'browser-checks', operation: 'getBrowserCheckAnalytics' },
    main: 'responseTime',
    mainMetric: 'responseTime',
    groupBy: ['runLocation', 'pageIndex'],
    metrics: [
      responseTime,
      milliseconds('TTFB', 'Time To First Byte', ['webVitals', 'TTFB']),
      milliseconds('FCP', 'First Contentful Paint', ['webVitals', 'FCP']),
      milliseconds('LCP', 'Largest Contentful Paint', ['webVitals', 'LCP']),
      measure('CLS', 'Cumulative Layout Shift', 'score', ['webVitals', 'CLS']),
      milliseconds('TBT', 'Total Blocking Time', ['webVitals', 'TBT']),
      measure('consoleErrors', 'Console Errors', 'count', ['traceSummary', 'consoleErrors']),
      measure('networkErrors', 'Network Errors', 'count', ['traceSummary', 'networkErrors']),
      measure('userScriptErrors', 'User Script Errors', 'count', ['traceSummary', 'userScriptErrors']),
      measure('documentErrors', 'Document Errors', 'count', ['traceSummary', 'documentErrors']),
    ],
    prometheus: {
      names: ['browser_check_duration_seconds'],
      help: 'Durations of browser checks.',
      types: { responseTime: null },
    },
    histograms: [
      {
        name: 'browser_check_web_vitals_seconds',
        help: 'Web vitals of the pages of browser checks; CLS is a score.',
        types: { TTFB: 'TTFB', FCP: 'FCP', LCP: 'LCP', CLS: 'CLS', TBT: 'TBT' },
      },
      {
        name: 'browser_check_errors',
        help: 'Errors in runs of browser checks.',
        types: {
          consoleErrors: 'console',
          networkErrors: 'network',
          userScriptErrors: 'user_script',
          documentErrors: 'document',
        },
      },
    ],
  },
} as const satisfies CheckTypeDescriptor
