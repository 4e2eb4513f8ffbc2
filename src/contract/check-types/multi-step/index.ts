import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { scriptAnalytics } from '../metrics.ts'
import { scriptSample } from '../script-answer.ts'
import type { ScriptAnswer } from '../script-answer.ts'
import { Snapshots, TestFile, testFileFields } from '../script-fields.ts'
import { MultiStepCheckResultSchema } from '../script-result.ts'
import { testFileType } from '../script-type.ts'
import { example, examples, firstScript } from './examples.ts'

/** One Playwright test file without a browser; needs a runtime that knows it. */
export const MULTI_STEP = {
  ...testFileType,
  slug: 'multistep',
  construct: 'MultiStepCheck',
  shapes: shapes<{ answer: ScriptAnswer }>({ answer: { ...scriptSample, pages: [], webVitals: {} } }),
  example,
  examples,
  form: { start: { frequency: 10, script: firstScript } },
  needsMultiStepRuntime: true,
  fields: { ...testFileFields, script: TestFile(), snapshots: Snapshots() },
  result: {
    name: 'multiStepCheckResult',
    schema: MultiStepCheckResultSchema,
    description: 'MULTI_STEP: tests with steps and requests as a tree, errors, log, files.',
  },
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
