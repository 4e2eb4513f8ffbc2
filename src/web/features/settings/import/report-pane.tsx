import { useState } from 'react'
import type { ImportFate } from '#contract'
import { lateTexts } from '../../../strings/late.ts'
import { Button } from '../../../ui/button.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { Table } from '../../../ui/table.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import type { ReadImport, ReportLine } from './api.ts'

const words = lateTexts.imports
/** Those that need a person come first. */
const fates = ['impossible', 'approximated', 'unknown', 'exact', 'ignored'] as const satisfies readonly ImportFate[]

/** The fields of the files by their fates. */
export function ReportPane({ counts, report }: Pick<ReadImport, 'counts' | 'report'>) {
  const [fate, setFate] = useState<ImportFate>(fates.find((one) => counts[one] > 0) ?? 'exact')
  return (
    <section className="pane" aria-label={words.report}>
      <div className="pane-h wrap">
        <h2>{words.report}</h2>
        <Segmented
          label={words.reportOf}
          isSmall
          value={fate}
          options={fates.map((one) => ({ value: one, label: `${words.fates[one]} ${formatNumber(counts[one])}` }))}
          onChange={setFate}
        />
      </div>
      <p className="padx dim">{counts[fate] === 0 ? words.noLines : words.fateTexts[fate]}</p>
      <Lines key={fate} lines={report.filter((line) => line.fate === fate)} />
    </section>
  )
}

const step = 50

/** Lines of a report, more of them on demand. */
export function Lines({ lines }: { readonly lines: readonly ReportLine[] }) {
  const [most, setMost] = useState(step)
  if (lines.length === 0) return null
  return (
    <>
      <Table isStacked isFlat className="mt8">
        <TableHead columns={[words.item, words.field, words.note]} />
        <tbody>
          {lines.slice(0, most).map(({ item, field, note }, index) => (
            <tr key={index}>
              <td className="anywhere">{item}</td>
              <td className="mono small anywhere">{field}</td>
              <td className="dim anywhere">{note}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {lines.length > most && (
        <div className="pad">
          <Button onClick={() => setMost(most + 10 * step)}>
            {words.showMore(Math.min(10 * step, lines.length - most))}
          </Button>
        </div>
      )}
    </>
  )
}
