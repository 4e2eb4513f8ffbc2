import type { PropertyChange, PropertyDrift } from '#contract'
import { differencesOf } from './differences.ts'
import type { Difference } from './differences.ts'
import type { SealedForm } from './sealed-form.ts'
import { shownValues } from './shown-values.ts'

export interface ComparedForms {
  /** Right after the last deployment; null where that is not known. */
  readonly base: SealedForm | null
  readonly live: SealedForm
  /** After the next deployment. */
  readonly next: SealedForm
}

/** The properties that the next deployment would change, each with the side that moved it since the last one. */
export function propertyChanges({ base, live, next }: ComparedForms): PropertyChange[] {
  const byHand = base === null ? [] : differencesSince(base, live)
  const byCode = base === null ? [] : differencesSince(base, next)
  return differencesOf(live, next).map((difference) => {
    const origin = base === null ? 'unmanaged' : originOf(difference, { byHand, byCode })
    const moved = byHand.find(({ place }) => place === difference.place)
    const { secret: _same, ...remote } = moved ? shownValues(moved) : {}
    return { path: difference.path, origin, ...shownValues(difference), ...(moved && { remote }) }
  })
}

/** The properties that were changed since the last deployment, by whatever was not a deployment. */
export const propertyDrift = (base: SealedForm, live: SealedForm): PropertyDrift[] =>
  differencesSince(base, live).map((difference) => ({ path: difference.path, ...shownValues(difference) }))

/** A field that a newer version of the service added is not known of the last deployment. */
function differencesSince(base: SealedForm, later: SealedForm): Difference[] {
  const known = Object.entries(later).filter(([name]) => name in base)
  return differencesOf(base, Object.fromEntries(known))
}

interface Moves {
  readonly byHand: readonly Difference[]
  readonly byCode: readonly Difference[]
}

function originOf(difference: Difference, { byHand, byCode }: Moves): PropertyChange['origin'] {
  const isMoved = (moves: readonly Difference[]): boolean => moves.some((move) => overlap(move, difference))
  if (!isMoved(byHand)) return 'code'
  return isMoved(byCode) ? 'both' : 'remote'
}

const overlap = (one: Difference, other: Difference): boolean =>
  `${one.place}/`.startsWith(`${other.place}/`) || `${other.place}/`.startsWith(`${one.place}/`)
