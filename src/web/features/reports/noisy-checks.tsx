import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Table } from '../../ui/table.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Noise } from './api.ts'
import styles from './reports.module.css'

const words = lateTexts.reports.noise

/** The checks that alerted most. */
export const NoisyChecks = ({ noise: { checks, withinMinutes } }: { readonly noise: Noise }) => (
  <Pane title={words.checks}>
    <Table isStacked>
      <TableHead columns={[words.check]} figures={[words.alerts, words.soon(withinMinutes), words.messages]} />
      <tbody>
        {checks.map((check) => (
          <tr key={check.checkId}>
            <td className={styles.words}>
              <Link to="/checks/$id" params={{ id: check.checkId }}>
                {check.checkName}
              </Link>{' '}
              {check.isFlapping && <Tag>{words.flapping}</Tag>}
            </td>
            <td className="num" data-label={words.alerts}>
              {formatNumber(check.alerts)}
            </td>
            <td className="num" data-label={words.soon(withinMinutes)}>
              {formatNumber(check.recoveredSoon)}
            </td>
            <td className="num" data-label={words.messages}>
              {formatNumber(check.notifications)}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Pane>
)
