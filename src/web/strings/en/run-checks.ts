import { formatNumber } from '../../ui/format.ts'
import { number } from '../plural.ts'

export const runChecks = {
  title: 'Run checks now',
  which: 'Checks',
  inState: { FAILING: 'Failing', DEGRADED: 'Degraded' },
  all: 'All checks',
  group: (name: string) => `Group ${name}`,
  counted: (label: string, count: number) => `${label} (${formatNumber(count)})`,
  text: 'Each check runs once, in addition to its schedule. Failures send alerts as usual.',
  run: (count: number) => number(count, 'Run 1 check', `Run ${formatNumber(count)} checks`),
  started: (count: number) => number(count, '1 check started', `${formatNumber(count)} checks started`),
  none: 'No checks to run: there are none, or all are paused.',
}
