import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from './cannot-evaluate.ts'

/** Enough for a million JSON values, or a short regular expression over four megabytes: about a second of computing. */
const defaultUnits = 2_000_000

/**
 * The work budget of the assertions of one run, so that a hostile expression or response cannot delay other checks. One
 * unit is about one JSON value visited. `spend` throws CannotEvaluate when the budget is exceeded.
 */
export class WorkBudget {
  #left: number

  constructor(units: number = defaultUnits) {
    this.#left = units
  }

  get left(): number {
    return this.#left
  }

  /** Whether more was spent than available. */
  get isOverdrawn(): boolean {
    return this.#left < 0
  }

  spend(units: number): void {
    this.#left -= units
    if (this.#left >= 0) return
    throw new CannotEvaluate(writeReason('TOO_MUCH_COMPUTING'))
  }
}
