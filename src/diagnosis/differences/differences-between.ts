import type { DifferenceSubject } from '#contract'
import { certificatesOfRun } from '../certificates-of-run.ts'
import { diagnosisOf } from '../check-types/index.ts'
import { runEvidenceOf, typeDetailOf } from '../read-run.ts'
import type { StoredRun } from '../read-run.ts'
import {
  addressDifferences,
  certificateDifferences,
  dnsDifferences,
  headerDifferences,
  packetDifferences,
  redirectDifferences,
  routeDifferences,
  statusDifferences,
  tlsDifferences,
} from './answer-differences.ts'
import type { Recorded } from './answer-differences.ts'
import { bodyDifferences } from './body-differences.ts'
import type { Difference } from './difference.ts'
import { timingDifferences } from './timing-differences.ts'

const maxOfSubject = 5

/**
 * In what a run differs from an earlier one of the same check, what explains most first. Nothing of bodies but their shape,
 * nothing that looks like a credential. Empty when they do not differ, or when one of them is of another type.
 */
export function differencesBetween(run: StoredRun, before: StoredRun): Difference[] {
  if (run.checkType !== before.checkType) return []
  const [now, earlier] = [recordedOf(run), recordedOf(before)]
  const found: readonly (readonly [DifferenceSubject, readonly string[]])[] = [
    ['certificate', certificateDifferences(now, earlier)],
    ['dns', dnsDifferences(now, earlier)],
    ['address', addressDifferences(now, earlier)],
    ['redirect', redirectDifferences(now, earlier)],
    ['status', statusDifferences(now, earlier)],
    ['header', headerDifferences(now, earlier)],
    ['body', isOtherType(now, earlier) ? [] : bodiesDiffer(run, before)],
    ['tls', tlsDifferences(now, earlier)],
    ['route', routeDifferences(now, earlier)],
    ['packetLoss', packetDifferences(now, earlier)],
    ['timing', timingDifferences(now, earlier)],
  ]
  return found.flatMap(([subject, texts]) => texts.slice(0, maxOfSubject).map((text) => ({ subject, text })))
}

/** The header says it. */
const isOtherType = (now: Recorded, before: Recorded): boolean =>
  now.headers['content-type'] !== before.headers['content-type'] && isJson(before) && !isJson(now)

const isJson = ({ headers }: Recorded): boolean => /\bjson\b/i.test(headers['content-type'] ?? '')

const recordedOf = (run: StoredRun): Recorded => ({
  ...runEvidenceOf(run),
  ...diagnosisOf(run.checkType).recordOf?.(typeDetailOf(run)),
  certificates: certificatesOfRun(run),
})

function bodiesDiffer(run: StoredRun, before: StoredRun): string[] {
  const { answerOf } = diagnosisOf(run.checkType)
  const [now, earlier] = [run, before].map((one) => (hasAnswer(one) ? answerOf(typeDetailOf(one)) : null))
  return now && earlier ? bodyDifferences(now.text, earlier.text) : []
}

/** Without one the stored body is empty too. */
const hasAnswer = (run: StoredRun): boolean => runEvidenceOf(run).failure === null
