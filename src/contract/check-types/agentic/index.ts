import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import { frequencies, frequencyEdit, LocationsInput, locationsEdit } from '../../resources/check-fields.ts'
import { Nullable, OneOfNumbers, Strict } from '../../schema.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { scriptAnalytics } from '../metrics.ts'
import { NoRequest } from '../request-fields.ts'
import { AgenticCheckResultSchema } from './agentic-result.ts'
import { agenticSample } from './agentic-run.ts'
import type { AgenticAnswer } from './agentic-run.ts'
import { example, examples } from './examples.ts'

/** A prompt that a model follows. */
export const AGENTIC = {
  slug: null,
  article: 'an',
  execution: 'wire',
  shapes: shapes<{ answer: AgenticAnswer }>({ answer: agenticSample }),
  request: NoRequest,
  sources: [],
  limits: null,
  target: null,
  example,
  examples,
  form: { start: { frequency: 60, prompt: '' } },
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 600_000,
  subMinute: false,
  queue: 'main',
  code: 'prompt',
  needs: ['isolation', 'runtime'],
  conditionalNeeds: { hasNoLearnedScript: ['model'] },
  leastFrequency: 5,
  fields: {
    prompt: described(Type.String({ minLength: 1, maxLength: 10_000 }), {
      section: 'request',
      control: 'prose',
      isRequired: true,
    }),
    agentRuntime: described(
      Type.Optional(
        Nullable(
          Strict({
            skills: described(Type.Optional(Type.Array(Type.String({ maxLength: 1000 }), { maxItems: 100 })), {
              control: 'texts',
            }),
          }),
        ),
      ),
      { section: 'request', isAdvanced: true },
    ),
    frequency: described(
      Type.Optional(OneOfNumbers(frequencies, { default: 30, description: 'Minutes between runs.' })),
      frequencyEdit,
    ),
    locations: described(
      Type.Optional(Nullable(Type.Array(LocationsInput().items, { maxItems: 3, uniqueItems: true }), { default: [] })),
      locationsEdit,
    ),
  },
  result: {
    name: 'agenticCheckResult',
    schema: AgenticCheckResultSchema,
    description: 'AGENTIC: conditions of the prompt, steps, suggestions.',
  },
  entitlement: null,
  analytics: {
    ...scriptAnalytics,
    route: { segment: 'agentic-checks', operation: 'getAgenticCheckAnalytics' },
  },
} as const satisfies CheckTypeDescriptor

export type * from './agentic-run.ts'
export type * from './exploration.ts'
export { agenticAssertionKinds, agenticSuggestionCategories, isAgenticRunFailed } from './agentic-run.ts'
