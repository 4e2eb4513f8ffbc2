import { lateTexts } from '../../strings/late.ts'
import { Status } from '../../ui/status.tsx'
import { listIn, objectIn, textIn } from './read-detail.ts'
import type { Detail } from './read-detail.ts'

const words = lateTexts.result

export function Assertions({ detail }: { readonly detail: Detail }) {
  const rows = listIn(detail['assertions'])
    .map(objectIn)
    // Conditions of a prompt have a pane of their own.
    .filter((row) => !('condition' in row))
  if (rows.length === 0) return null
  return (
    <section className="pane" aria-label={words.assertions}>
      <div className="pane-h">
        <h2>{words.assertions}</h2>
      </div>
      <div className="scrolling" tabIndex={0} role="region" aria-label={words.assertions}>
        <table className="tbl flat">
          <thead>
            <tr>
              <th scope="col">{words.source}</th>
              <th scope="col">{words.comparison}</th>
              <th scope="col">{words.target}</th>
              <th scope="col">{words.actual}</th>
              <th scope="col">{lateTexts.check.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const isHolding = row['error'] === null || row['error'] === undefined || row['error'] === ''
              return (
                <tr key={index}>
                  <td className="mono">{[row['source'], row['property']].map(textIn).filter(Boolean).join(' ')}</td>
                  <td className="mono">{textIn(row['comparison'])}</td>
                  <td className="mono">{textIn(row['target'])}</td>
                  <td className="mono" style={{ overflowWrap: 'anywhere' }}>
                    {textIn(row['actual'])?.slice(0, 500)}
                  </td>
                  <td>
                    <Status state={isHolding ? 'PASSING' : 'FAILING'} of="run" />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
