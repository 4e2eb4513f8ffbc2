import type { ReactNode, Ref } from 'react'
import { lateTexts } from '../../strings/late.ts'

const words = lateTexts.check

/** Results of a check, a `ResultRow` for each. */
export const ResultTable = ({
  className,
  body,
  children,
}: {
  readonly className: string
  readonly body?: Ref<HTMLTableSectionElement>
  readonly children: ReactNode
}) => (
  <table className={className}>
    <thead>
      <tr>
        <th scope="col">{words.time}</th>
        <th scope="col">{words.verdict}</th>
        <th scope="col">{words.location}</th>
        <th scope="col" className="num">
          {words.responseTime}
        </th>
      </tr>
    </thead>
    <tbody ref={body}>{children}</tbody>
  </table>
)
