import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { Nullable, OneOf } from '../../schema.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { scriptAnalytics } from '../metrics.ts'
import { scriptType } from '../script-type.ts'
import { suiteSample } from './answer.ts'
import type { SuiteAnswer } from './answer.ts'
import { example, examples } from './examples.ts'
import { PlaywrightCheckResultSchema } from './result.ts'

export * from './answer.ts'

const minuteMs = 60_000

/** Of the two phases of a run that may take long, and of unpacking and reading besides. */
export const suiteTimes = { installMs: 5 * minuteMs, testMs: 30 * minuteMs, otherMs: 2 * minuteMs } as const
/** For others that run on the same machine, or for the runtime to be installed. */
const waitMs = 33 * minuteMs

const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength }), options))

const more = { section: 'request', isAdvanced: true } as const

const Selection = (description: string) =>
  described(
    Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 50, default: [], description }),
    ),
    more,
  )

/** A whole Playwright suite out of a code bundle. */
export const PLAYWRIGHT = {
  ...scriptType,
  slug: 'playwright',
  execution: 'wire',
  shapes: shapes<{ answer: SuiteAnswer }>({ answer: suiteSample }),
  example,
  examples,
  form: {
    start: { frequency: 10, codeBundlePath: '', testCommand: 'npx playwright test', browsers: ['chromium'] },
    order: ['codeBundlePath', 'testCommand', 'installCommand'],
  },
  defaultRetryStrategy: null,
  retriesItself: true,
  runTimeLimitMs: waitMs + suiteTimes.installMs + suiteTimes.testMs + suiteTimes.otherMs,
  isCancellable: true,
  code: 'suite',
  needs: ['isolation', 'runtime', 'npm'],
  conditionalNeeds: { usesChromium: ['browser'] },
  fields: {
    codeBundlePath: described(
      Type.String({ minLength: 1, maxLength: 1000, description: 'Where the code bundle is stored.' }),
      { section: 'request', isRequired: true },
    ),
    cacheHash: described(Text(1000), more),
    playwrightVersion: described(Text(100), more),
    workingDir: described(Text(1000), more),
    testCommand: described(Text(10_000, { default: 'npx playwright test' }), { section: 'request' }),
    installCommand: described(Text(10_000, { default: '' }), { section: 'request' }),
    browsers: described(
      Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, default: ['chromium'] })),
      more,
    ),
    engine: described(Type.Optional(Nullable(OneOf(['node', 'bun']), { default: null })), more),
    engineVersion: described(Text(100, { default: null }), more),
    pwProjects: Selection('Projects of the Playwright configuration to run, besides those of the test command.'),
    pwTags: Selection('Tags, with or without `@`: only tests with one of them run.'),
  },
  result: {
    name: 'playwrightCheckResult',
    schema: PlaywrightCheckResultSchema,
    description: 'PLAYWRIGHT: errors, counts of tests, log, traces, videos, report.',
  },
  analytics: {
    ...scriptAnalytics,
    route: { segment: 'playwright-checks', operation: 'getPlaywrightCheckAnalytics' },
  },
} as const satisfies CheckTypeDescriptor
