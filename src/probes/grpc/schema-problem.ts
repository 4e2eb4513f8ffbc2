import { writeReason } from '#contract/reasons'
/** Why a schema cannot be used, or a message does not fit it: the end of a sentence, for users. */
export class SchemaProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SchemaProblem'
  }
}

/** For a service that a schema does not define; `others` it does. */
export const withoutService = (service: string, others: readonly string[]): SchemaProblem =>
  new SchemaProblem(
    others.length === 0
      ? writeReason('SERVICE_MISSING', { service })
      : writeReason('SERVICE_MISSING_OF', { service, list: listed(others) }),
  )

/** For a method that a service does not have; `others` it has. */
export const withoutMethod = (
  wanted: { readonly service: string; readonly method: string },
  others: readonly string[],
): SchemaProblem =>
  new SchemaProblem(
    others.length === 0
      ? writeReason('METHOD_MISSING', wanted)
      : writeReason('METHOD_MISSING_OF', { ...wanted, list: listed(others) }),
  )

const listed = (names: readonly string[]): string => [...new Set(names)].slice(0, 10).join(', ')
