import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, OneOf } from '../schema.ts'

/** The fixed sets of dependencies that scripts run with, latest first. */
export const runtimeIds = ['2026.04', '2025.04', '2024.09', '2024.02', '2023.09', '2023.02', '2022.10'] as const
export type RuntimeId = (typeof runtimeIds)[number]

export const isRuntimeId = (id: string): id is RuntimeId => runtimeIds.some((known) => known === id)

export const RuntimeIdSchema = () =>
  Type.Unsafe<string | null>(Nullable(OneOf(runtimeIds), { description: 'Null: the runtime of the account.' }))

export const runtimeStages = ['ALPHA', 'BETA', 'CURRENT', 'DEPRECATED', 'REMOVED', 'STABLE'] as const

export const runtimeStates = ['installed', 'installing', 'missing', 'failed'] as const

export const RuntimeSchema = Type.Object({
  name: Type.String({ minLength: 1 }),
  multiStepSupport: Type.Boolean(),
  nodeJsVersion: Type.String({ minLength: 1 }),
  stage: Type.Optional(OneOf(runtimeStages)),
  runtimeEndOfLife: Type.Optional(Type.String({ description: 'Date after which checks cannot use it.' })),
  description: Type.Optional(Type.String()),
  dependencies: Type.Unsafe<Record<string, string>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Package names and their versions.',
  }),
  installation: Type.Optional(
    Type.Object(
      { state: OneOf(runtimeStates), progress: Type.String({ description: 'For people, such as a percentage.' }) },
      { description: 'Whether the built-in location has it. Absent when this process runs no checks.' },
    ),
  ),
})
export type RuntimeResource = Static<typeof RuntimeSchema>
