import { replay } from './replay.ts'
import type { Replayed } from './replay.ts'
import type { Derivation } from './derivation.ts'
import { betterRuns, limits, share, threshold } from './rule-steps.ts'
import { inconclusive, outcomeOfRun, placeInProblem, retries } from './run-steps.ts'
import { decision } from './silence-steps.ts'
import { escalationStep } from './escalation-explained.ts'
import { step } from './step.ts'
import type { Step } from './step.ts'

/** A decision, decided again. */
export interface Explained {
  readonly derivation: Derivation
  readonly replayed: Replayed
  /** The name of the location of a queue. */
  readonly locationName: (queue: string) => string
}

export type StepMaker = (explained: Explained) => readonly Step[]

/** In the order in which a decision is made; each adds the sentences that apply. */
const ofRuns: readonly StepMaker[] = [
  outcomeOfRun,
  inconclusive,
  limits,
  retries,
  placeInProblem,
  threshold,
  betterRuns,
  share,
  decision,
]

const occasion: StepMaker = ({ derivation: { event, reminderSequence, step: escalated } }) => {
  if (escalated) return [escalationStep(escalated)]
  if (event?.kind === 'ssl') return [step('EXPLAIN_CERTIFICATE')]
  return [reminderSequence ? step('EXPLAIN_REMINDER', { count: reminderSequence }) : step('EXPLAIN_RELEASED')]
}

/** Reminders, certificates and what a silence held back are not decided by a run. */
const ofNotices: readonly StepMaker[] = [occasion, decision]

/** The sentences that say how a decision came about. */
export function explain(derivation: Derivation, locationName: Explained['locationName']): readonly Step[] {
  const explained = { derivation, replayed: replay(derivation), locationName }
  return (derivation.event === undefined ? ofRuns : ofNotices).flatMap((make) => make(explained))
}
