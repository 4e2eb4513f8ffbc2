import Type from 'typebox'
import { Nullable, OneOf } from '../../schema.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { scriptAnalytics } from '../metrics.ts'
import { scriptType } from '../script-type.ts'
import { example, examples } from './examples.ts'

const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.Optional(Nullable(Type.String({ maxLength }), options))

/** A whole Playwright suite out of a code bundle. */
export const PLAYWRIGHT = {
  ...scriptType,
  slug: 'playwright',
  execution: 'none',
  shapes: shapes({}),
  example,
  examples,
  runTimeLimitMs: null,
  code: 'environment',
  fields: {
    codeBundlePath: Type.String({ minLength: 1, maxLength: 1000, description: 'Where the code bundle is stored.' }),
    cacheHash: Text(1000),
    playwrightVersion: Text(100),
    workingDir: Text(1000),
    testCommand: Text(10_000, { default: 'npx playwright test' }),
    installCommand: Text(10_000, { default: '' }),
    browsers: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20, default: ['chromium'] }),
    ),
    engine: Type.Optional(Nullable(OneOf(['node', 'bun']), { default: null })),
    engineVersion: Text(100, { default: null }),
  },
  result: { name: 'playwrightCheckResult', description: 'PLAYWRIGHT.' },
  analytics: {
    ...scriptAnalytics,
    route: { segment: 'playwright-checks', operation: 'getPlaywrightCheckAnalytics' },
  },
} as const satisfies CheckTypeDescriptor
