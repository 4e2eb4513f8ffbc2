import type { OperationRow } from './row.ts'

/**
 * The largest bodies in bytes, decompressed. Each is at least what the schemas of its operations allow in plain ASCII,
 * and no JSON body is larger than the last.
 */
export const bodyLimits = {
  standard: 100 * 1024,
  /** Long lists, certificates, the values of variables. */
  long: 1024 * 1024,
  /** Scripts with what they depend on, many headers and subscriptions. */
  largest: 5 * 1024 * 1024,
  /** All resources of a project with their scripts, as clients of deployments send them: compressed. */
  project: 32 * 1024 * 1024,
} as const

export type BodySize = keyof typeof bodyLimits

/** In bytes, decompressed. */
export const bodyLimitOf = ({ bodySize = 'standard', upload }: Pick<OperationRow, 'bodySize' | 'upload'>): number =>
  upload?.maxBytes ?? bodyLimits[bodySize]

/** The most values of a JSON body: ten thousand subscriptions of a channel have 40 000, two thousand checks 200 000. */
export const bodyValuesMax = (limit: number): number => (limit > bodyLimits.largest ? 500_000 : 100_000)
