import type { ReportGrouping, ReportOrder } from '#contract'
import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'

export const reports = {
  title: 'Reports',
  subtitle: 'Availability and response times',
  tabs: { availability: 'Availability', objectives: 'Objectives' },
  range: 'Range',
  ranges: {
    '24h': 'Last 24 hours',
    '7d': 'Last 7 days',
    '30d': 'Last 30 days',
    '90d': 'Last 90 days',
    thisWeek: 'This week',
    lastWeek: 'Last week',
    thisMonth: 'This month',
    lastMonth: 'Last month',
    custom: 'Custom',
  },
  from: 'From',
  to: 'To',
  groupBy: 'By',
  groupings: {
    check: 'By check',
    group: 'By group',
    tag: 'By tag',
  } satisfies Readonly<Record<ReportGrouping, string>>,
  find: 'Name',
  tag: 'Tag',
  anyTag: 'Any tag',
  csv: 'CSV',
  csvTitle: 'Save all rows as CSV',
  print: 'Print or PDF',
  period: (from: string, to: string, previousFrom: string, previousTo: string) =>
    `${from} to ${to}, compared with ${previousFrom} to ${previousTo}`,
  names: {
    check: 'Check',
    group: 'Group',
    tag: 'Tag',
  } satisfies Readonly<Record<ReportGrouping, string>>,
  none: { check: '–', group: 'Without a group', tag: 'Without a tag' } satisfies Readonly<
    Record<ReportGrouping, string>
  >,
  checks: 'Checks',
  columns: {
    name: 'Name',
    availability: 'Availability',
    downtime: 'Downtime',
    outages: 'Outages',
    mean: 'Mean',
    p50: 'p50',
    p95: 'p95',
    p99: 'p99',
  } satisfies Readonly<Record<ReportOrder, string>>,
  responseTime: 'Response time, p95',
  was: (value: string) => `was ${value}`,
  better: (difference: string) => `${difference} better`,
  worse: (difference: string) => `${difference} worse`,
  slower: (difference: string) => `${difference} slower`,
  faster: (difference: string) => `${difference} faster`,
  same: 'unchanged',
  noComparison: 'nothing to compare with',
  points: (value: string) => `${value} points`,
  shown: (shown: number, all: number) => `${formatNumber(shown)} of ${formatNumber(all)} rows`,
  loadAll: 'Loading all rows to print …',
  formula:
    'Availability is the share of results that did not fail; degraded results count as available. Runs that nobody could do are left out, and so is the time in which a check was paused. Downtime is the share of failed results times the length of the range. Outages are the times a check began to fail. Percentiles of more than 24 hours are off by at most 1 %.',
  noChecks: 'No checks to report on',
  noChecksText: 'Reports show availability and response times as soon as checks have run.',
  noMatch: 'No matching rows',
  noMatchText: 'Change the search, the tag or the grouping.',
  rows: (count: number) => number(count, '1 row', `${formatNumber(count)} rows`),
}
