import { writeReason } from '#contract/reasons'
import type { CheckType, DifferenceSubject } from '#contract'
import { diagnosisOf } from './check-types/index.ts'
import type { Evidence, RunEvidence } from './evidence.ts'
import { line } from './evidence-line.ts'
import type { ArtifactType, EvidenceLine } from './evidence-line.ts'
import { changedAnswers, slowedPhase, changedAddress, scopeOf, tenths } from './observations.ts'

const maxItems = 5

/** The evidence of the analysis, in sentences that each point to their source. */
export function evidenceLines(evidence: Evidence): EvidenceLine[] {
  const { run, lastGoodRun } = evidence
  return [
    ...occurrences(evidence),
    ...(run ? runLines(run, evidence.checkType) : []),
    ...comparisons(evidence),
    ...(lastGoodRun ? [line(lastGoodText(lastGoodRun), 'check-result', lastGoodRun.resultId)] : []),
    ...locations(evidence),
    ...neighbours(evidence),
  ]
}

function occurrences({ occurrences: count, firstSeen, lastSeen, run }: Evidence): EvidenceLine[] {
  const times = { moment: firstSeen, lastMoment: lastSeen }
  const seen = count === 1 ? writeReason('EVIDENCE_ONCE', times) : writeReason('EVIDENCE_TIMES', { count, ...times })
  return [line(seen, 'check-result', ...(run ? [run.resultId] : []))]
}

function runLines(run: RunEvidence, checkType: CheckType): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const { failure, error } = run
  if (error !== null)
    lines.push(
      line(writeReason('EVIDENCE_RUN', { location: run.location, reason: cut(error) }), 'check-result', run.resultId),
    )
  if (failure)
    lines.push(
      line(
        writeReason('EVIDENCE_FAILURE', { failureKind: failure.kind, failureCode: failure.code }),
        'check-result',
        run.resultId,
      ),
    )
  lines.push(...diagnosisOf(checkType).linesOf(run))
  for (const { source, property, comparison, target, actual } of run.failedAssertions.slice(0, maxItems)) {
    const subject = [source, property].join(' ').trim()
    const asserted = { assertionName: `${subject} ${comparison}`, expected: cut(target) }
    const saw =
      actual === null
        ? writeReason('EVIDENCE_ASSERTION_NOTHING', asserted)
        : writeReason('EVIDENCE_ASSERTION', { ...asserted, found: cut(actual) })
    lines.push(line(saw, 'assertion', subject))
  }
  return lines
}

function comparisons(evidence: Evidence): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const slowed = slowedPhase(evidence.run, evidence.lastGoodRun)
  if (slowed) {
    const text = writeReason('EVIDENCE_PHASE', {
      phase: slowed.name,
      milliseconds: tenths(slowed.nowMs),
      millisecondsBefore: tenths(slowed.beforeMs),
    })
    lines.push(line(text, 'timings', slowed.name))
  }
  const changed = changedAddress(evidence)
  if (changed)
    lines.push(
      line(writeReason('EVIDENCE_ADDRESS', { oldAddress: changed.from, newAddress: changed.to }), 'dns', 'address'),
    )
  const answers = changedAnswers(evidence)
  if (answers) lines.push(line(changedAnswersText(answers), 'dns', 'answer'))
  const others = evidence.differences.filter(({ subject }) => !toldAlready.has(subject)).slice(0, maxItems)
  lines.push(...others.map(({ subject, text }) => line(text, sourceOf(subject), subject)))
  const days = evidence.sslDaysRemaining
  if (days !== null && days <= 14)
    lines.push(line(writeReason('EVIDENCE_CERTIFICATE', { days }), 'certificate', 'expiry'))
  return lines
}

/** The lines above say these with their figures. */
const toldAlready: ReadonlySet<DifferenceSubject> = new Set(['address', 'dns', 'timing'])

const sourceOf = (subject: DifferenceSubject): ArtifactType =>
  subject === 'certificate' || subject === 'tls' ? 'certificate' : 'response'

const changedAnswersText = ({ removed, added }: { removed: string[]; added: string[] }): string =>
  writeReason('EVIDENCE_RECORDS', { goneRecords: listed(removed), newRecords: listed(added) })
const listed = (items: readonly string[]): string =>
  items.length === 0 ? 'no record' : items.slice(0, maxItems).map(cut).join(', ')

const lastGoodText = (run: RunEvidence): string =>
  writeReason('EVIDENCE_LAST_GOOD', {
    location: run.location,
    moment: run.startedAt,
    milliseconds: tenths(run.responseTimeMs),
  })

function locations(evidence: Evidence): EvidenceLine[] {
  if (scopeOf(evidence) === 'single') return []
  const [failed, others] = [true, false].map((isFailed) =>
    evidence.otherLocations
      .filter(({ outcome }) => (outcome === 'failed') === isFailed)
      .map(({ location }) => location),
  )
  const text = writeReason('EVIDENCE_LOCATIONS', { failed: failed?.length ?? 0, others: others?.length ?? 0 })
  const names = evidence.otherLocations.map(({ location }) => location)
  return [line(text, 'check-result', ...names.slice(0, maxItems))]
}

function neighbours({ sameHost, host }: Evidence): EvidenceLine[] {
  if (sameHost.length === 0) return []
  const states = sameHost
    .slice(0, maxItems)
    .map(({ checkName, outcome }) => `${cut(checkName)} (${outcome ?? 'not known'})`)
  return [
    line(
      writeReason('EVIDENCE_NEIGHBOURS', { analysedHost: String(host), states: states.join(', ') }),
      'check',
      ...sameHost.slice(0, maxItems).map(({ checkName }) => cut(checkName)),
    ),
  ]
}

const maxLength = 300
const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
