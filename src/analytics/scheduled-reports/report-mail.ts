import type { PlainMail, ReportFrequency, ReportGrouping } from '#contract'
import type { WholeReport } from '../availability-report.ts'
import { changeText, comparedFigures, figureText } from './report-figures.ts'
import { calendarDateOf } from '#schedule'

/** The figures of one sending: those of all checks, and of the worst entries. */
export interface ReportFiguresOfIssue extends Pick<
  WholeReport,
  'from' | 'to' | 'previousFrom' | 'previousTo' | 'total' | 'entries'
> {
  /** How many entries the report has. */
  readonly length: number
}

const mostEntries = 25

export const issueOf = ({ entries, ...report }: WholeReport): ReportFiguresOfIssue => ({
  ...report,
  entries: entries.slice(0, mostEntries),
  length: entries.length,
})

export interface ReportMailTerms {
  readonly reportName: string
  readonly accountName: string
  readonly frequency: ReportFrequency
  readonly timeZone: string
  readonly groupBy: ReportGrouping
  readonly filterByTags: readonly string[]
  readonly publicUrl: string
}

const titles = { availability: 'Availability', downtime: 'Downtime', outages: 'Outages', p95: 'p95' } as const
const headOf = { check: 'Check', group: 'Group', tag: 'Tag' } as const
const nameless = { check: '–', group: 'Without a group', tag: 'Without a tag' } as const
const words = { WEEKLY: 'Weekly report', MONTHLY: 'Monthly report' } as const

/** The mail of a report, before it has a recipient. */
export function writeReportMail(
  figures: ReportFiguresOfIssue,
  terms: ReportMailTerms,
): Omit<PlainMail, 'id' | 'to' | 'unsubscribeUrl'> {
  const { reportName, accountName, frequency, timeZone, groupBy, filterByTags } = terms
  const { total, entries, length } = figures
  const title = [`${words[frequency]} of ${accountName}`, ...(reportName === '' ? [] : [reportName])].join(': ')
  const period = daysOf(figures.from, figures.to, timeZone)
  return {
    threadId: null,
    subject: total.results === 0 ? `${title}, no results` : `${title}, ${figureText('availability', total)} available`,
    title,
    badge: null,
    paragraphs: [
      `${period} (${timeZone}), compared with ${daysOf(figures.previousFrom, figures.previousTo, timeZone)}.${
        filterByTags.length > 0
          ? ` Checks with the ${filterByTags.length === 1 ? 'tag' : 'tags'} ${filterByTags.join(', ')}.`
          : ''
      }`,
    ],
    facts: comparedFigures.map((figure) => [
      figure === 'p95' ? 'Response time, p95' : titles[figure],
      withChange(figureText(figure, total), changeText(figure, total, total.previous)),
    ]),
    table: {
      head: [headOf[groupBy], ...comparedFigures.map((figure) => titles[figure])],
      rows: entries.map((entry) => [
        entry.name ?? nameless[groupBy],
        ...comparedFigures.map((figure) =>
          withChange(figureText(figure, entry), changeText(figure, entry, entry.previous)),
        ),
      ]),
      ...(length > entries.length && { more: `The worst ${entries.length} of ${length} are listed.` }),
    },
    button: { label: 'Open report', url: reportUrl(figures, terms) },
    footer: `Sent by Belfry, because somebody in the account ${accountName} has this report sent to you.`,
  }
}

const withChange = (value: string, change: string | null): string => (change === null ? value : `${value} (${change})`)

/** Both days belong to it. */
function daysOf(from: string, to: string, timeZone: string): string {
  return `${calendarDateOf(Date.parse(from), timeZone)} to ${calendarDateOf(Date.parse(to) - 1, timeZone)}`
}

function reportUrl(
  { from, to }: ReportFiguresOfIssue,
  { publicUrl, timeZone, groupBy, filterByTags }: ReportMailTerms,
): string {
  const url = new URL(`${publicUrl}/reports`)
  url.searchParams.set('range', 'custom')
  url.searchParams.set('from', calendarDateOf(Date.parse(from), timeZone))
  url.searchParams.set('to', calendarDateOf(Date.parse(to) - 1, timeZone))
  url.searchParams.set('by', groupBy)
  const [tag] = filterByTags
  if (tag !== undefined && filterByTags.length === 1) url.searchParams.set('tag', tag)
  return url.href
}

/** Asks somebody who is no member whether they want a report. */
export const writeConfirmationMail = (
  { reportName, accountName, frequency }: Pick<ReportMailTerms, 'reportName' | 'accountName' | 'frequency'>,
  confirmUrl: string,
): Omit<PlainMail, 'id' | 'to'> => ({
  threadId: null,
  subject: `Do you want the report ${reportName} by email?`,
  title: 'Do you want this report by email?',
  badge: null,
  paragraphs: [
    `Somebody in the account ${accountName} wants Belfry to send the report “${reportName}” to this address every ${
      frequency === 'WEEKLY' ? 'week' : 'month'
    }. Nothing is sent until you confirm it.`,
  ],
  facts: [],
  button: { label: 'Confirm', url: confirmUrl },
  footer: 'If you did not expect this email, ignore it: you get no reports.',
})
