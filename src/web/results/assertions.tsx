import { lateTexts } from '../strings/late.ts'
import { Pane } from '../ui/pane.tsx'
import { Glyph, StatusLine } from '../ui/status.tsx'
import { listIn, objectIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'
import { Table, TableRegion } from '../ui/table.tsx'
import styles from './assertions.module.css'

const words = lateTexts.result
const { sources, comparisons } = lateTexts.assertion

export function Assertions({ detail }: { readonly detail: Detail }) {
  const rows = listIn(detail['assertions'])
    .map(objectIn)
    // Conditions of a prompt have a separate pane.
    .filter((row) => !('condition' in row))
  if (rows.length === 0) return null
  const failed = rows.filter((row) => !isHolding(row)).length
  return (
    <Pane title={words.assertions} more={words.holdOf(failed, rows.length)}>
      <TableRegion className={styles.assertions} aria-label={words.assertions}>
        <Table isFlat>
          <thead>
            <tr>
              <th scope="col">{lateTexts.check.verdict}</th>
              <th scope="col">{words.source}</th>
              <th scope="col">{words.comparison}</th>
              <th scope="col">{words.target}</th>
              <th scope="col">{words.actual}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const holds = isHolding(row)
              return (
                <tr key={index}>
                  <td>
                    <StatusLine className={holds ? 'pass' : 'fail'}>
                      <Glyph state={holds ? 'PASSING' : 'FAILING'} />
                      {holds ? words.holds : words.doesNotHold}
                    </StatusLine>
                  </td>
                  <td>
                    {nameOf(sources, row['source'])} <span className="mono">{textIn(row['property'])}</span>
                  </td>
                  <td className="dim">{nameOf(comparisons, row['comparison'])}</td>
                  <td className="mono" data-label={words.target}>
                    <span>{textIn(row['target'])}</span>
                  </td>
                  <td className={`mono ${styles.actual} ${holds ? '' : 'fail'}`} data-label={words.actual}>
                    <span>{textIn(row['actual'])?.slice(0, 500)}</span>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </TableRegion>
    </Pane>
  )
}

const isHolding = ({ error }: Detail): boolean => error === null || error === undefined || error === ''

const nameOf = (names: Readonly<Record<string, string>>, value: unknown): string | null => {
  const text = textIn(value)
  return text === null ? null : (names[text] ?? text)
}
