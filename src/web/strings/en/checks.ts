import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'
import { checkTypes } from './check-types.ts'

export const checks = {
  title: 'Checks',
  filter: 'Filter checks',
  filterPlaceholder: 'Name, URL or tag',
  states: 'State',
  anyState: 'All',
  type: 'Type',
  sort: 'Sort by',
  sorts: {
    state: 'State, worst first',
    name: 'Name',
    group: 'Group',
    since: 'Longest in this state',
    frequency: 'Frequency',
    lastRunAt: 'Last run',
    responseTime: 'Response time',
  },
  name: 'Name',
  state: 'State',
  since: 'Since',
  responseTime: 'Response time',
  lastRun: 'Last run',
  runs: 'Last runs',
  days30: '30 days',
  days30Title: 'Availability in the last 30 days',
  p95: 'p95',
  p95Title: '95 % of the runs in the last 30 days were faster',
  tags: 'Tags',
  location: 'Location',
  frequency: 'Every',
  locations: 'Locations',
  group: 'Group',
  muted: 'Muted',
  count: (count: number) => number(count, '1 check', `${formatNumber(count)} checks`),
  newCheck: 'New check',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all shown',
  pause: 'Pause',
  resume: 'Resume',
  mute: 'Mute',
  unmute: 'Unmute',
  unmuteOne: (name: string) => `Unmute ${name}`,
  silence: {
    CHECK_MUTED: (until: string | null) => (until === null ? 'muted' : `muted until ${until}`),
    GROUP_MUTED: (until: string | null) =>
      until === null ? 'muted with its group' : `muted with its group until ${until}`,
    CHECK_SNOOZED: (until: string | null) => (until === null ? 'snoozed' : `snoozed until ${until}`),
  },
  undone: 'Undone',
  changes: (count: number) => number(count, '1 change', `${formatNumber(count)} changes`),
  nothingChanged: 'No changes: the checks already had these settings',
  leftAlone: (count: number) =>
    number(
      count,
      '1 check was changed since and was left as it is',
      `${formatNumber(count)} checks were changed since and were left as they are`,
    ),
  views: 'Views',
  saveView: 'Save this view …',
  viewName: 'View name',
  deleteView: (name: string) => `Delete “${name}”`,
  viewSaved: (name: string) => `View “${name}” saved`,
  columns: 'Columns',
  onlyMuted: 'Muted only',
  removeFilter: (label: string) => `Remove filter: ${label}`,
  anyLocation: 'Any location',
  everyMinutes: (minutes: number) =>
    minutes === 0
      ? '10 to 30 s'
      : minutes < 60
        ? `${minutes} min`
        : minutes % 60 === 0
          ? `${minutes / 60} h`
          : `${minutes} min`,
  types: checkTypes.names,
}
