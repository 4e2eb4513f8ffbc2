import { texts } from '../strings/index.ts'

interface TableHeadProps {
  readonly columns: readonly string[]
  /** Columns of numbers behind them. */
  readonly figures?: readonly string[]
  /** Whether the last column has buttons, under a heading for screen readers alone. */
  readonly hasActions?: boolean
}

/** The headings of a table. */
export const TableHead = ({ columns, figures = [], hasActions = false }: TableHeadProps) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
      {figures.map((column) => (
        <th key={column} scope="col" className="num">
          {column}
        </th>
      ))}
      {hasActions && (
        <th scope="col">
          <span className="sr">{texts.common.actions}</span>
        </th>
      )}
    </tr>
  </thead>
)
