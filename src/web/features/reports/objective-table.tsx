import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { formatDuration, formatNumber, formatPercent } from '../../ui/format.ts'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useDeletion } from './api.ts'
import type { Objective } from './api.ts'
import { written } from './difference.ts'
import { ObjectiveForm } from './objective-form.tsx'
import styles from './reports.module.css'

const words = lateTexts.reports.objectives
const { oneHour, sixHours, threeDays } = words.burn

interface ObjectiveTableProps {
  readonly objectives: readonly Objective[]
  /** The one whose days are shown. */
  readonly shown: string
  readonly onShow: (id: string) => void
}

/** Objectives with their budgets and burn rates. */
export function ObjectiveTable({ objectives, shown, onShow }: ObjectiveTableProps) {
  const mayChange = useMay('updateObjective')
  return (
    <Table isStacked>
      <TableHead
        columns={[words.name, words.about]}
        figures={[words.goal, words.window, words.availability, words.budget, oneHour, sixHours, threeDays]}
        hasActions={mayChange}
      />
      <tbody>
        {objectives.map((objective) => (
          <tr key={objective.id} aria-selected={objective.id === shown}>
            <td className={styles.words}>
              <button
                type="button"
                className="link"
                aria-label={words.show(objective.name)}
                onClick={() => onShow(objective.id)}
              >
                {objective.name}
              </button>
            </td>
            <td className={`dim ${styles.words}`}>{objective.scopeName}</td>
            <td className="num">{formatPercent(objective.target / 100, 3)}</td>
            <td className="num">{words.days(objective.windowDays)}</td>
            <td className="num" data-label={words.availability}>
              {objective.availability === null ? '–' : written.availability(objective.availability)}
            </td>
            <td className="num">
              <Budget objective={objective} />
            </td>
            <td className="num" data-label={oneHour}>
              {rateText(objective.burnRates.oneHour)}
            </td>
            <td className="num" data-label={sixHours}>
              {rateText(objective.burnRates.sixHours)}
            </td>
            <td className="num" data-label={threeDays}>
              {rateText(objective.burnRates.threeDays)}
            </td>
            {mayChange && (
              <td>
                <Actions objective={objective} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const rateText = (rate: number | null): string => (rate === null ? '–' : formatNumber(rate))

/** Whether the target is met, and by how much. */
function Budget({ objective: { budget } }: { readonly objective: Objective }) {
  if (budget.left === null) return <span className="mute">{words.noResults}</span>
  const isMet = budget.left >= 0
  const text = formatDuration(Math.abs(budget.left) * 1000)
  return (
    <>
      <StatusLine className={isMet ? '' : 'fail'}>
        <Glyph state={isMet ? 'PASSING' : 'FAILING'} />
        {isMet ? `${words.met}: ${text}` : words.over(text)}
      </StatusLine>{' '}
      <span className="small mute">{words.ofBudget(formatDuration(budget.seconds * 1000))}</span>
    </>
  )
}

function Actions({ objective }: { readonly objective: Objective }) {
  const [isOpen, setOpen] = useState(false)
  const deletion = useDeletion()
  const mayDelete = useMay('deleteObjective')
  const remove = (): void => deletion.mutate({ params: { id: objective.id } }, { onError: toastError })
  return (
    <div className="row">
      <Button size="small" onClick={() => setOpen(true)}>
        {words.edit}
      </Button>
      {mayDelete && (
        <DeleteButton title={words.deleteTitle(objective.name)} text={words.deleteText} onDelete={remove} />
      )}
      {isOpen && <ObjectiveForm objective={objective} onClose={() => setOpen(false)} />}
    </div>
  )
}
