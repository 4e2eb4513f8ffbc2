import type { ReactNode } from 'react'
import { texts } from '../../strings/index.ts'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { words } from './labels.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { Table, TableRegion } from '../../ui/table.tsx'
import styles from './parts.module.css'

export interface Fact {
  readonly name: string
  readonly value: ReactNode
}

const isEmpty = (value: ReactNode): boolean => value === null || value === undefined || value === '' || value === false

/** Names and values; what has no value is left out. */
export function FactList({ facts, isPadded = true }: { readonly facts: readonly Fact[]; readonly isPadded?: boolean }) {
  const shown = facts.filter(({ value }) => !isEmpty(value))
  if (shown.length === 0) return null
  return (
    <KeyValues className={`${styles.facts} ${isPadded ? 'pad' : ''}`}>
      {shown.map(({ name, value }) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </KeyValues>
  )
}

const FactRow = ({ name, value }: Fact) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)

/** Shape and word of whether something holds. */
export const Holds = ({ is, children }: { readonly is: boolean; readonly children?: ReactNode }) => (
  <StatusLine className={is ? 'pass' : 'fail'}>
    <Glyph state={is ? 'PASSING' : 'FAILING'} />
    {children ?? (is ? words.yes : words.no)}
  </StatusLine>
)

/** The same of whether a rule or a condition passed. */
export const Outcome = ({ is }: { readonly is: boolean }) => (
  <Holds is={is}>{texts.common.runState[is ? 'PASSING' : 'FAILING']}</Holds>
)

export interface Column {
  readonly name: string
  readonly isNumber?: boolean
  readonly isMono?: boolean
}

interface TableProps {
  readonly label: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly ReactNode[])[]
}

const classOf = ({ isNumber, isMono }: Column): string =>
  [isNumber ? 'num' : '', isMono ? 'mono small anywhere' : ''].filter(Boolean).join(' ')

/** A table that scrolls in its place where it is wider than the page. */
export const DetailsTable = ({ label, columns, rows }: TableProps) => (
  <TableRegion aria-label={label}>
    <Table isFlat>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" className={column.isNumber ? 'num' : ''}>
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {columns.map((column, index) => (
              <td key={column.name} className={classOf(column)}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </TableRegion>
)
