import { NoRequest } from './request-fields.ts'
import type { CheckTypeRow } from './row.ts'

/** One Playwright test file (semantics 3.10). */
export const BROWSER = {
  slug: 'browser',
  execution: 'none',
  sources: [],
  subMinute: false,
  request: NoRequest,
  limits: null,
} as const satisfies CheckTypeRow

/** One Playwright test file without a browser; needs a runtime that knows it (semantics 3.11). */
export const MULTI_STEP = { ...BROWSER, slug: 'multistep' } as const satisfies CheckTypeRow

/** A whole Playwright suite out of a code bundle (semantics 3.12). */
export const PLAYWRIGHT = { ...BROWSER, slug: 'playwright' } as const satisfies CheckTypeRow

/** A prompt that a model follows (semantics 3.13). */
export const AGENTIC = { ...BROWSER, slug: null, leastFrequency: 5 } as const satisfies CheckTypeRow
