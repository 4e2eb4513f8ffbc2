import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'

export const runChecks = {
  title: 'Run checks now',
  which: 'Which checks',
  inState: { FAILING: 'Failing', DEGRADED: 'Degraded' },
  all: 'All checks',
  group: (name: string) => `Group ${name}`,
  counted: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  text: 'They run once, besides their schedule. A failure alerts like any other.',
  run: (count: number) => number(count, 'Run 1 check', `Run ${formatNumber(count)} checks`),
  started: (count: number) => number(count, '1 check runs', `${formatNumber(count)} checks run`),
  none: 'No check can run: there is none, or all are paused.',
}
