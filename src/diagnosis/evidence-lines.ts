import type { CheckType } from '#contract'
import { diagnosisOf } from './check-types/index.ts'
import type { Evidence, RunEvidence } from './evidence.ts'
import { line } from './evidence-line.ts'
import type { EvidenceLine } from './evidence-line.ts'
import { changedAnswers, slowedPhase, changedAddress, roundedMs, scopeOf } from './observations.ts'

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
  const times = count === 1 ? 'once' : `${count} times`
  return [
    line(`Seen ${times}, first at ${firstSeen}, last at ${lastSeen}.`, 'check-result', ...(run ? [run.resultId] : [])),
  ]
}

function runLines(run: RunEvidence, checkType: CheckType): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const { failure, error } = run
  if (error !== null) lines.push(line(`The run from ${run.location} said: ${cut(error)}`, 'check-result', run.resultId))
  if (failure)
    lines.push(line(`There was no answer: ${failure.kind} failure ${failure.code}.`, 'check-result', run.resultId))
  lines.push(...diagnosisOf(checkType).linesOf(run))
  for (const { source, property, comparison, target, actual } of run.failedAssertions.slice(0, maxItems)) {
    const subject = [source, property].join(' ').trim()
    const saw = actual === null ? 'found nothing' : `saw "${cut(actual)}"`
    lines.push(line(`The assertion ${subject} ${comparison} "${cut(target)}" ${saw}.`, 'assertion', subject))
  }
  return lines
}

function comparisons(evidence: Evidence): EvidenceLine[] {
  const lines: EvidenceLine[] = []
  const slowed = slowedPhase(evidence.run, evidence.lastGoodRun)
  if (slowed) {
    const text = `The phase ${slowed.name} took ${roundedMs(slowed.nowMs)}, ${roundedMs(slowed.beforeMs)} in the last good run.`
    lines.push(line(text, 'timings', slowed.name))
  }
  const changed = changedAddress(evidence)
  if (changed) lines.push(line(`The address changed from ${changed.from} to ${changed.to}.`, 'dns', 'address'))
  const answers = changedAnswers(evidence)
  if (answers) lines.push(line(changedAnswersText(answers), 'dns', 'answer'))
  const days = evidence.sslDaysRemaining
  if (days !== null && days <= 14)
    lines.push(line(`The certificate had ${days} days left when last seen.`, 'certificate', 'expiry'))
  return lines
}

const changedAnswersText = ({ removed, added }: { removed: string[]; added: string[] }): string =>
  `Since the last good run ${listed(removed)} went away and ${listed(added)} appeared.`
const listed = (items: readonly string[]): string =>
  items.length === 0 ? 'no record' : items.slice(0, maxItems).map(cut).join(', ')

const lastGoodText = (run: RunEvidence): string =>
  `The last good run, from ${run.location}, was at ${run.startedAt} and took ${roundedMs(run.responseTimeMs)}.`

function locations(evidence: Evidence): EvidenceLine[] {
  if (scopeOf(evidence) === 'single') return []
  const [failed, others] = [true, false].map((isFailed) =>
    evidence.otherLocations
      .filter(({ outcome }) => (outcome === 'failed') === isFailed)
      .map(({ location }) => location),
  )
  const parts = [`${failed?.length ?? 0} failed`, `${others?.length ?? 0} did not`]
  const names = evidence.otherLocations.map(({ location }) => location)
  return [line(`Of the other locations of this tick ${parts.join(', ')}.`, 'check-result', ...names.slice(0, maxItems))]
}

function neighbours({ sameHost, host }: Evidence): EvidenceLine[] {
  if (sameHost.length === 0) return []
  const states = sameHost
    .slice(0, maxItems)
    .map(({ checkName, outcome }) => `${cut(checkName)} (${outcome ?? 'not known'})`)
  return [
    line(
      `Other checks on ${host}: ${states.join(', ')}.`,
      'check',
      ...sameHost.slice(0, maxItems).map(({ checkName }) => cut(checkName)),
    ),
  ]
}

const maxLength = 300
const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)
